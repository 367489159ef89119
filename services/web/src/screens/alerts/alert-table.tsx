import type { Alert } from '@signalbox/contracts'
import { Link } from '@tanstack/react-router'
import {
  alertStateWords,
  describeNotice,
  formatOfAlert,
  hasValues,
  toneOfAlert,
} from '../../parts/alert/alert-words.js'
import { followRow } from '../../parts/controls/follow-row.js'
import { Status } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import { formatDuration } from '../../parts/time/format-time.js'
import { useNow } from '../../parts/time/now.js'
import styles from './alerts.module.css'

/** A table of alerts, newest first. */
export function AlertTable({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <table className={`table ${styles['alerts'] ?? ''}`}>
      <caption className="vh">Alerts, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Alert</th>
          <th scope="col" className={styles['state']}>
            State
          </th>
          <th scope="col" className={`num ${styles['value'] ?? ''}`}>
            Value
          </th>
          <th scope="col" className={`num hide-s ${styles['lasted'] ?? ''}`}>
            Open for
          </th>
          <th scope="col" className={`num ${styles['when'] ?? ''}`}>
            Opened
          </th>
        </tr>
      </thead>
      <tbody className="rows" onClick={followRow}>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </tbody>
    </table>
  )
}

function AlertRow({ alert }: { alert: Alert }) {
  const now = useNow()
  const { id, rule_name: name, subject, severity, opened_at: openedAt, resolved_at: resolvedAt } = alert
  const openMs = (resolvedAt === null ? now : Date.parse(resolvedAt)) - Date.parse(openedAt)
  return (
    <tr>
      <td>
        <Link to="/alerts/$alertId" params={{ alertId: id }} className="name strong">
          {name}
        </Link>
        <div className="small t3 clip">{[subject, severity, describeHandling(alert)].filter(Boolean).join(' · ')}</div>
      </td>
      <td>
        <Status tone={toneOfAlert(alert)} isPill>
          {alertStateWords[alert.state]}
        </Status>
      </td>
      <td className="num">{hasValues(alert) && <Value alert={alert} />}</td>
      <td className="num t2 hide-s">{formatDuration(Math.max(0, openMs))}</td>
      <td className="num t3">
        <Ago at={openedAt} />
      </td>
    </tr>
  )
}

/** While it is open, the last value; afterwards the worst one. */
function Value({ alert }: { alert: Alert }) {
  const format = formatOfAlert(alert)
  return (
    <>
      {alert.state === 'firing' ? format(alert.value) : `peak ${format(alert.peak_value)}`}
      <div className="small t3">
        {alert.is} {format(alert.threshold)}
      </div>
    </>
  )
}

function describeHandling(alert: Alert): string | undefined {
  if (alert.acknowledged_at !== null) return `acknowledged by ${alert.acknowledged_by ?? 'someone'}`
  return alert.told_at === null ? describeNotice(alert) : undefined
}
