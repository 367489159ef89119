import { Fragment, useMemo } from 'react'
import { isObject, objectsOf, readText } from '../../parts/json/read-value.js'
import { EvidenceChart } from './evidence-chart.js'
import { nameField } from './name-field.js'
import { shorten } from './pointer.js'
import { Diff } from '../../parts/diff/diff.js'
import { readResultSeries } from './read-result-series.js'
import styles from './session.module.css'
import { StoredValue } from './stored-value.js'

const rowsMax = 20
const columnsMax = 5
const textMax = 4_000

/** A stored result as people read it: values over time as lines, rows as a table, a change as its diff, anything else as its fields. */
export function EvidenceResult({ result }: { result: unknown }) {
  const rows = findRows(result)
  const diffs = rows.flatMap((row) => readText(row['diff']) ?? []).slice(0, 3)
  const columns = columnsOf(rows)
  const series = useMemo(() => readResultSeries(result), [result])
  // The legend of a chart names its rows already.
  const hasTable = columns.length > (series ? 1 : 0)
  return (
    <div className="stack">
      <h3>Result</h3>
      {series && <EvidenceChart series={series} />}
      {hasTable && <ResultTable rows={rows} columns={columns} />}
      {diffs.map((text, index) => (
        <Diff key={index} text={text} />
      ))}
      {!series && !hasTable && <Fields result={result} />}
    </div>
  )
}

type Row = Readonly<Record<string, unknown>>

function ResultTable({ rows, columns }: { rows: readonly Row[]; columns: readonly string[] }) {
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
          {rows.slice(0, rowsMax).map((row, index) => (
            <tr key={index}>
              {columns.map((name) => (
                <td key={name} title={shorten(row[name], 400)}>
                  <StoredValue name={name} value={row[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > rowsMax && <p className="small t3">{rows.length - rowsMax} more rows</p>}
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
