import type { Assertion } from '@signalbox/contracts'
import { Fragment, useMemo } from 'react'
import { isObject, objectsOf, readText } from '../../parts/json/read-value.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Prose } from '../../parts/text/prose.js'
import { EvidenceChart } from './evidence-chart.js'
import { findTouched } from './find-touched.js'
import { nameField } from './name-field.js'
import { shorten } from './pointer.js'
import { Diff } from '../../parts/diff/diff.js'
import { readResultSeries } from './read-result-series.js'
import styles from './session.module.css'
import { StoredValue } from './stored-value.js'

const rowsMax = 20
const columnsMax = 5
const diffsMax = 3
const textMax = 4_000

interface EvidenceResultProps {
  result: unknown
  /** The checks of the claims it is shown for: what they refer to is marked. */
  checks: readonly Assertion[]
}

/**
 * A stored result for people: values over time as lines, rows as a table, changes as diffs, anything else as fields.
 */
export function EvidenceResult({ result, checks }: EvidenceResultProps) {
  const rows = findRows(result)
  const touched = findTouched(result, checks)
  const diffs = diffsOf(rows, touched)
  // What the claim says comes before its surroundings.
  const isClaimed = diffs.some(({ marked }) => marked.length > 0)
  const columns = columnsOf(rows)
  const series = useMemo(() => readResultSeries(result), [result])
  // The legend of a chart names its rows already.
  const hasTable = columns.length > (series ? 1 : 0)
  return (
    <div className="stack">
      <h3>Result</h3>
      {isClaimed && <Diffs diffs={diffs} />}
      {series && <EvidenceChart series={series} />}
      {hasTable && <ResultTable rows={rows} columns={columns} touched={touched} />}
      {!isClaimed && <Diffs diffs={diffs} />}
      {!series && !hasTable && <Fields result={result} />}
    </div>
  )
}

type Row = Readonly<Record<string, unknown>>
type Touched = ReturnType<typeof findTouched>

function Diffs({ diffs }: { diffs: readonly ShownDiff[] }) {
  return diffs.map(({ title, text, marked }, index) => (
    <div key={index}>
      {title !== undefined && (
        <p className="small t2">
          <Prose text={title} />
        </p>
      )}
      <Diff text={text} marked={marked} />
    </div>
  ))
}

interface ResultTableProps {
  rows: readonly Row[]
  columns: readonly string[]
  touched: Touched
}

function ResultTable({ rows, columns, touched }: ResultTableProps) {
  // A check of every row, such as a count, singles none out.
  const isMarked = (row: Row) => touched.has(row) && !rows.every((each) => touched.has(each))
  const shown = rows.filter((row, index) => index < rowsMax || isMarked(row))
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label="Result rows">
      <table className={styles['rows']}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {nameField(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr key={index} className={isMarked(row) ? styles['touched'] : undefined}>
              {columns.map((name) => (
                <td key={name} title={shorten(row[name], 400)}>
                  <div>
                    <StoredValue name={name} value={row[name]} most={textMax} />
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && <p className="small t3">{countOf(rows.length - shown.length, 'more row')}</p>}
    </div>
  )
}

/** The fields of a result that is no list, those of its objects included. */
function Fields({ result }: { result: unknown }) {
  const fields = isObject(result) ? fieldsOf(result) : [{ name: 'result', label: 'result', value: result }]
  if (fields.length === 0) return <p className="t3">Nothing was found.</p>
  return (
    <dl className="kv">
      {fields.map(({ name, label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            <StoredValue name={name} value={value} most={textMax} />
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

interface Field {
  /** Name in the result: tells the unit. */
  name: string
  label: string
  value: unknown
}

function fieldsOf(result: Row): Field[] {
  return Object.entries(result)
    .flatMap(([name, value]) =>
      isObject(value)
        ? Object.entries(value).map(([inner, each]) => ({
            name: inner,
            label: `${nameField(name)}: ${nameField(inner)}`,
            value: each,
          }))
        : [{ name, label: nameField(name), value }],
    )
    .filter(({ value }) => value !== null && !(Array.isArray(value) && value.length === 0))
}

/** The longest list of objects in a result. */
function findRows(result: unknown): readonly Row[] {
  if (Array.isArray(result)) return objectsOf(result)
  if (!isObject(result)) return []
  return Object.values(result)
    .map(objectsOf)
    .reduce((longest, rows) => (rows.length > longest.length ? rows : longest), [])
}

interface ShownDiff {
  /** The change's title. */
  title: string | undefined
  text: string
  /** Texts that a claim found in it. */
  marked: readonly string[]
}

/** The diffs that claims refer to; if there are none, the first ones. */
function diffsOf(rows: readonly Row[], touched: Touched): ShownDiff[] {
  const all = rows.flatMap((row) => {
    const text = readText(row['diff'])
    return text === undefined ? [] : [{ title: readText(row['title']), text, marked: touched.get(row) ?? [] }]
  })
  const claimed = all.filter(({ marked }) => marked.length > 0)
  return (claimed.length > 0 ? claimed : all).slice(0, diffsMax)
}

function columnsOf(rows: readonly Row[]): string[] {
  const [first] = rows
  if (!first) return []
  const names = Object.entries(first)
    .filter(([name, value]) => name !== 'diff' && (typeof value !== 'object' || value === null))
    .map(([name]) => name)
  // What people read comes first; ids and digests only fill what is left.
  return names.toSorted((a, b) => Number(isId(a)) - Number(isId(b))).slice(0, columnsMax)
}

function isId(name: string): boolean {
  return /(?:^|_)(?:id|sha|sha256|url)$/.test(name)
}
