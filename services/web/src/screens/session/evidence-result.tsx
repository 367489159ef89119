import { isObject, objectsOf, readText } from '../../parts/json/read-value.js'
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
      <h3>The result</h3>
      <EvidenceChart result={result} />
      {columns.length > 0 && <ResultTable rows={rows} columns={columns} />}
      {diffs.map((text, index) => (
        <Diff key={index} text={text} />
      ))}
      {columns.length === 0 && (
        <pre className="code" tabIndex={0} role="group" aria-label="The result">
          {textOfResult(result)}
        </pre>
      )}
    </div>
  )
}

type Row = Readonly<Record<string, unknown>>

function ResultTable({ rows, columns }: { rows: readonly Row[]; columns: readonly string[] }) {
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label="Rows of the result">
      <table className={styles['rows']}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rowsMax).map((row, index) => (
            <tr key={index}>
              {columns.map((name) => (
                <td key={name}>{row[name] === null ? '–' : shorten(row[name], 48)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > rowsMax && <p className="small t3">{rows.length - rowsMax} more rows</p>}
    </div>
  )
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
  return Object.entries(first)
    .filter(([name, value]) => name !== 'diff' && (typeof value !== 'object' || value === null))
    .map(([name]) => name)
    .slice(0, columnsMax)
}

function textOfResult(result: unknown): string {
  return result === undefined ? 'nothing' : JSON.stringify(result, undefined, 2).slice(0, textMax)
}
