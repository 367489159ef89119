import { useState } from 'react'
import type { Breadcrumb } from '../../parts/event/read-event.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { useTimes } from '../../parts/time/format-time.js'
import type { IssueEvent } from './queries.js'
import styles from './issue.module.css'

const shownFirst = 7

/** Breadcrumbs before the event, oldest first, with the event itself as the last line. */
export function Breadcrumbs({ crumbs, event }: { crumbs: readonly Breadcrumb[]; event: IssueEvent }) {
  const [isAll, setAll] = useState(false)
  const times = useTimes()
  const shown = isAll ? crumbs : crumbs.slice(-shownFirst)
  return (
    <>
      <div className={`${styles['sub'] ?? ''} ${styles['line'] ?? ''}`}>
        <h3>Breadcrumbs</h3>
        {shown.length < crumbs.length ? (
          <button type="button" className="link small" onClick={() => setAll(true)}>
            {shown.length} of {countOf(crumbs.length, 'breadcrumb')}
          </button>
        ) : (
          <span className="t3 small">{countOf(crumbs.length, 'breadcrumb')}</span>
        )}
      </div>
      <table className="crumbtable">
        <caption className="vh">Breadcrumbs, oldest first</caption>
        <tbody>
          {shown.map((crumb, index) => (
            <tr key={index}>
              <td className="mono">{crumb.at === undefined ? '' : times.clockMs(crumb.at)}</td>
              <td>{crumb.category}</td>
              <td className={`mono ${styles['crumb'] ?? ''}`}>{crumb.text}</td>
              <td className="hide-s">{crumb.result}</td>
            </tr>
          ))}
          <tr className="hit">
            <td className="mono">{times.clockMs(event.timestamp)}</td>
            <td>{event.level}</td>
            <td className={`mono ${styles['crumb'] ?? ''}`}>{event.title}</td>
            <td className="hide-s" />
          </tr>
        </tbody>
      </table>
    </>
  )
}
