import type { Change, Deployment } from '@signalbox/contracts'
import { Link } from '@tanstack/react-router'
import { TimeAxis } from '../../parts/chart/bar-chart.js'
import { useWidth } from '../../parts/chart/use-width.js'
import { nameDeployment } from '../../parts/deployment/use-markers.js'
import { describeWatch } from '../../parts/deployment/describe-watch.js'
import { Glyph } from '../../parts/status/status.js'
import { useTimes } from '../../parts/time/format-time.js'
import styles from './lanes.module.css'

interface LanesProps {
  deployments: readonly Deployment[]
  changes: readonly Change[]
  bounds: { startMs: number; endMs: number }
}

const labelWidth = 48

/** One line per service with its deployments, and other changes below, on a common time axis. */
export function Lanes({ deployments, changes, bounds }: LanesProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const times = useTimes()
  const lanes = groupByService(deployments)
  const shareOf = (at: string) => (Date.parse(at) - bounds.startMs) / (bounds.endMs - bounds.startMs)
  return (
    <section className="card" aria-label="Timeline">
      <header>
        <h2>Timeline</h2>
        <Legend />
      </header>
      <div className={styles['lanes']}>
        {[...lanes].map(([service, ofService]) => (
          <Lane key={service} {...{ service, width, shareOf }} deployments={ofService} />
        ))}
        <div className={`${styles['lane'] ?? ''} ${styles['others'] ?? ''}`}>
          <span className="small t3">Other changes</span>
          <div className={styles['track']} role="img" aria-label={`${changes.length} other changes`}>
            {changes.map(({ change_id: id, kind, title, occurred_at: at }) => (
              <i
                key={id}
                className={`${styles['change'] ?? ''} ${styles[kind] ?? ''}`}
                style={{ left: `${shareOf(at) * 100}%` }}
                title={`${times.clock(at)} ${times.zone(at)}, ${kind}: ${title.split('\n', 1)[0] ?? ''}`}
              />
            ))}
          </div>
        </div>
        <div className={styles['lane']}>
          <span />
          <div ref={ref} className={`chart ${styles['axis'] ?? ''}`}>
            <TimeAxis {...bounds} width={width} />
          </div>
        </div>
      </div>
    </section>
  )
}

function groupByService(deployments: readonly Deployment[]): ReadonlyMap<string, Deployment[]> {
  const lanes = new Map<string, Deployment[]>()
  for (const deployment of deployments) {
    const service = deployment.service ?? 'all services'
    const lane = lanes.get(service)
    if (lane) lane.push(deployment)
    else lanes.set(service, [deployment])
  }
  return lanes
}

interface LaneProps {
  service: string
  deployments: readonly Deployment[]
  width: number
  shareOf(at: string): number
}

function Lane({ service, deployments, width, shareOf }: LaneProps) {
  const inOrder = deployments.toSorted((a, b) => Date.parse(a.occurred_at) - Date.parse(b.occurred_at))
  return (
    <div className={styles['lane']}>
      <span className="small strong clip">{service}</span>
      <div className={styles['track']}>
        {inOrder.map((deployment, index) => {
          const state = describeWatch(deployment)
          const left = shareOf(deployment.occurred_at)
          const next = inOrder[index + 1]
          const right = next ? shareOf(next.occurred_at) : 1
          const before = inOrder[index - 1]
          const roomBefore = before ? left - shareOf(before.occurred_at) - labelWidth / width : left
          const isFitting = (right - left) * width > labelWidth
          return (
            <span key={deployment.id}>
              <i
                className={`${styles['segment'] ?? ''} ${styles[state.tone] ?? ''}`}
                style={{ left: `${left * 100}%`, width: `${Math.max(0, right - left) * 100}%` }}
              />
              <Link
                className={`${styles['point'] ?? ''} ${styles[`on-${state.tone}`] ?? ''}`}
                style={{ left: `${left * 100}%` }}
                to="/deployments/$deploymentId"
                params={{ deploymentId: deployment.id }}
                aria-label={`${nameDeployment(deployment)}: ${state.text}`}
                title={`${nameDeployment(deployment)}: ${state.text}`}
              >
                <Glyph tone={state.tone} />
                {(isFitting || (!next && roomBefore * width > labelWidth)) && (
                  <span className={isFitting ? undefined : styles['before']}>{deployment.version}</span>
                )}
              </Link>
            </span>
          )
        })}
      </div>
    </div>
  )
}

function Legend() {
  return (
    <span className={`right small hide-s ${styles['legend'] ?? ''}`}>
      <span className="row">
        <Glyph tone="ok" /> healthy
      </span>
      <span className="row">
        <Glyph tone="warn" /> suspect
      </span>
      <span className="row">
        <Glyph tone="bad" /> bad
      </span>
      <span className="row">
        <Glyph tone="idle" /> inconclusive
      </span>
      <span className="row">
        <Glyph tone="run" /> watching
      </span>
    </span>
  )
}
