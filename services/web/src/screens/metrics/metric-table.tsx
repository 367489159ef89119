import { Link } from '@tanstack/react-router'
import { followRow } from '../../parts/controls/follow-row.js'
import { nameUnit } from '../../parts/metric/format-metric.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Ago } from '../../parts/time/ago.js'
import type { ListedMetric } from './list-metrics.js'
import styles from './metrics.module.css'

const rowsMax = 200

/** All metrics in the range, by name. */
export function MetricTable({ metrics }: { metrics: readonly ListedMetric[] }) {
  return (
    <>
      <table className="table">
        <caption className="vh">Metrics, by name</caption>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col" className={`hide-s ${styles['type'] ?? ''}`}>
              Type
            </th>
            <th scope="col" className={`hide-s ${styles['unit'] ?? ''}`}>
              Unit
            </th>
            <th scope="col" className={`num ${styles['seen'] ?? ''}`}>
              Last seen
            </th>
          </tr>
        </thead>
        <tbody className="rows" onClick={followRow}>
          {metrics.slice(0, rowsMax).map(({ key, name, type, unit, lastSeen }) => (
            <tr key={key}>
              <td className="clip">
                <Link to="/metrics" search={{ name }} className="name strong">
                  {name}
                </Link>
              </td>
              <td className="t2 hide-s">{type}</td>
              <td className="t2 hide-s clip">{nameUnit(unit)}</td>
              <td className="num t3">
                <Ago at={lastSeen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {metrics.length > rowsMax && (
        <footer>{countOf(metrics.length - rowsMax, 'more metric')}: find them by name above.</footer>
      )}
    </>
  )
}
