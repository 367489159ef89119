import type { Deployment } from '@signalbox/contracts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { nameDeployment } from '../../parts/deployment/use-markers.js'
import { describeWatch } from '../../parts/deployment/describe-watch.js'
import { followRow } from '../../parts/controls/follow-row.js'
import { Status } from '../../parts/status/status.js'
import { dayMs, useTimes, type Times } from '../../parts/time/format-time.js'
import { useNow } from '../../parts/time/now.js'
import { Comparisons } from './comparisons.js'
import styles from './deployments.module.css'

/** A table of deployments, newest first: verdict, comparisons, commit. */
export function DeploymentTable({ deployments }: { deployments: readonly Deployment[] }) {
  const [times, now] = [useTimes(), useNow()]
  const dayOf = ({ occurred_at: at }: Deployment) => nameDay(at, now, times)
  return (
    <table className={`table ${styles['deployments'] ?? ''}`}>
      <caption className="vh">Deployments, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className={styles['live']}>
            Live, {times.zone()}
          </th>
          <th scope="col">Deployment</th>
          <th scope="col" className={styles['verdict']}>
            Verdict
          </th>
          <th scope="col" className={`hide-s ${styles['compared'] ?? ''}`}>
            Hour before → watch
          </th>
          <th scope="col" className={`hide-s ${styles['commit'] ?? ''}`}>
            Commit
          </th>
        </tr>
      </thead>
      <tbody className="rows" onClick={followRow}>
        {deployments.map((each, index) => {
          const day = dayOf(each)
          return (
            <Fragment key={each.id}>
              {(index === 0 || day !== dayOf(deployments[index - 1] ?? each)) && (
                <tr className={styles['day']}>
                  <th scope="rowgroup" colSpan={5}>
                    {day}
                  </th>
                </tr>
              )}
              <DeploymentRow deployment={each} />
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

/** A day's heading: `Today, 14 May`. */
function nameDay(at: string, now: number, times: Times): string {
  const [day, today, yesterday] = [at, now, now - dayMs].map((each) => times.day(each, now))
  if (day === today) return `Today, ${day}`
  return day === yesterday ? `Yesterday, ${day}` : (day ?? '')
}

function DeploymentRow({ deployment }: { deployment: Deployment }) {
  const state = describeWatch(deployment)
  const { occurred_at: at, session_id: sessionId, commit_sha: sha, external_url: url, status } = deployment
  const name = nameDeployment(deployment)
  const times = useTimes()
  return (
    <tr>
      <td className="tab t2">
        <time dateTime={at}>{times.minute(at)}</time>
      </td>
      <td>
        <Link to="/deployments/$deploymentId" params={{ deploymentId: deployment.id }} className="name strong">
          {name}
        </Link>
        <div className="small t3 clip">{deployment.deployment_request}</div>
      </td>
      <td>
        {deployment.watch === null ? (
          <span className="small t3">{state.text}</span>
        ) : (
          <Status tone={state.tone} isPill>
            {state.text}
          </Status>
        )}
      </td>
      <td>{sessionId !== null && <Comparisons sessionId={sessionId} isOver={state.tone !== 'run'} />}</td>
      <td className="small t2 hide-s">
        <code>{sha?.slice(0, 12) ?? '–'}</code>
        <div className="t3">
          {url === null ? (
            `CI says ${status}`
          ) : (
            <a className="link" href={url} rel="noreferrer">
              CI says {status}
            </a>
          )}
        </div>
      </td>
    </tr>
  )
}
