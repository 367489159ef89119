import type { CountedIssueDetail, Deployment } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { suspectWindowMs } from '../../parts/deployment/deployment-mark.js'
import { nameDeployment } from '../../parts/deployment/use-markers.js'
import { Icon } from '../../parts/icon/icon.js'
import { OptionalPlaceholder } from '../../parts/states/skeleton.js'
import { Tag } from '../../parts/status/status.js'
import { formatDuration, useTimes } from '../../parts/time/format-time.js'
import { findSuspect } from './find-suspect.js'

/** The deployment shortly before the first event, or of its release. */
export function SuspectedDeployment({ issue }: { issue: CountedIssueDetail }) {
  const { isAllowed } = usePermission('changes:read')
  const firstMs = Date.parse(issue.first_seen_at)
  const { data, isLoading } = useQuery({
    ...apiQuery('listDeployments', {
      query: {
        start: new Date(firstMs - 24 * suspectWindowMs).toISOString(),
        end: new Date(firstMs + suspectWindowMs).toISOString(),
      },
    }),
    staleTime: 60_000,
    enabled: isAllowed,
  })
  const suspect = findSuspect(issue, data?.deployments ?? [])
  if (isLoading) return <OptionalPlaceholder />
  if (!suspect) return null
  return <SuspectCard deployment={suspect} firstMs={firstMs} />
}

function SuspectCard({ deployment, firstMs }: { deployment: Deployment; firstMs: number }) {
  const times = useTimes()
  const liveMs = Date.parse(deployment.occurred_at)
  const distance = formatDuration(Math.abs(firstMs - liveMs))
  return (
    <section className="card" aria-label="Suspected deployment">
      <header>
        <Icon name="deployment" isSmall />
        <h2>Suspected deployment</h2>
      </header>
      <div className="pad">
        <div className="row between">
          <Link className="strong name clip" to="/deployments/$deploymentId" params={{ deploymentId: deployment.id }}>
            {nameDeployment(deployment)}
          </Link>
          {deployment.environment !== null && <Tag>{deployment.environment}</Tag>}
        </div>
        <p className="small t2">
          Live {times.clock(deployment.occurred_at)} {times.zone(deployment.occurred_at)},{' '}
          <b className="strong">
            {distance} {liveMs <= firstMs ? 'before' : 'after'}
          </b>{' '}
          the first event.
        </p>
        {deployment.commit_message !== null && (
          <p className="small t2">
            <code>{deployment.commit_sha?.slice(0, 7)}</code> {deployment.commit_message.split('\n', 1)[0]}
          </p>
        )}
        {deployment.session_id !== null && (
          <Link className="link small" to="/agents/$session_id" params={{ session_id: deployment.session_id }}>
            View analysis
          </Link>
        )}
      </div>
    </section>
  )
}
