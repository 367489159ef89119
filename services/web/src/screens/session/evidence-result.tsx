import { isObject, objectsOf, readText } from '../../parts/json/read-value.js'
import { DayTime } from '../../parts/time/ago.js'
import { EvidenceChart } from './evidence-chart.js'
import { shorten } from './pointer.js'
import { Diff } from '../../parts/diff/diff.js'
import styles from './session.module.css'

const rowsMax = 20
const columnsMax = 5
const textMax = 4_000

/** A stored result as people read it: values over time as lines, rows as a table, a change as its diff, anything else as JSON. */
export function EvidenceResult({ result }: { result: unknown }) {
  const rows = findRows(result)
  const diffs = rows.flatMap((row) => readText(row['diff']) ?? []).slice(0, 3)
  const columns = columnsOf(rows)
  return (
    <div className="stack">
      <h3>Result</h3>
      <EvidenceChart result={result} />
      {columns.length > 0 && <ResultTable rows={rows} columns={columns} />}
      {diffs.map((text, index) => (
        <Diff key={index} text={text} />
      ))}
      {columns.length === 0 && (
        <pre className="code" tabIndex={0} role="group" aria-label="Result">
          {textOfResult(result)}
        </pre>
      )}
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
                {name.replaceAll('_', ' ')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rowsMax).map((row, index) => (
            <tr key={index}>
              {columns.map((name) => (
                <td key={name} title={shorten(row[name], 400)}>
                  <Cell value={row[name]} />
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

/** A value on one line; times as people read them. */
function Cell({ value }: { value: unknown }) {
  if (value === null) return '–'
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
  return isTime ? <DayTime at={value} /> : shorten(value, 64)
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

function textOfResult(result: unknown): string {
  return result === undefined ? 'nothing' : JSON.stringify(result, undefined, 2).slice(0, textMax)
}
