import type { DeploymentDetail, SessionDetail } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, liveMs } from '../../api/queries.js'
import { dayMs, hourMs } from '../../parts/time/format-time.js'

/** How far back to look for a deployment's changes if no earlier deployment of its service is known. */
const changesMs = dayMs
const earlierMs = 30 * dayMs

export function useDeployment(id: string) {
  return useQuery({
    ...apiQuery('readDeployment', { params: { deployment_id: id } }),
    refetchInterval: liveMs,
  })
}

/** The session that watches a deployment; refetched while active. */
export function useWatch(sessionId: string | null): SessionDetail | undefined {
  return useQuery({
    ...apiQuery('readAgentSession', { params: { session_id: sessionId ?? '' } }),
    enabled: sessionId !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'active' ? liveMs : false),
  }).data
}

/** A service's metrics in the hour before and after a deployment, per minute. */
export function useMetricsAround({ service, occurred_at: occurredAt }: DeploymentDetail, now: number) {
  const at = Math.floor(Date.parse(occurredAt) / 60_000) * 60_000
  // Excludes the current minute: its rates would drop at the end of every chart.
  const end = Math.min(at + hourMs, Math.floor(now / 60_000) * 60_000)
  const bounds = { startMs: at - hourMs, endMs: Math.max(end, at + 60_000) }
  const query = useQuery({
    ...apiQuery('queryServices', {
      query: {
        start: new Date(bounds.startMs).toISOString(),
        end: new Date(bounds.endMs).toISOString(),
        interval_seconds: 60,
      },
    }),
    enabled: service !== null,
    staleTime: now > at + hourMs ? hourMs : 30_000,
    placeholderData: (before) => before,
  })
  return { query, bounds }
}

/** Changes since the service's previous deployment. */
export function useDeploymentChanges({
  id,
  service,
  repository_full_name: repository,
  occurred_at: occurredAt,
}: DeploymentDetail) {
  const at = Date.parse(occurredAt)
  const earlier = useQuery({
    ...apiQuery('listDeployments', {
      query: {
        start: new Date(at - earlierMs).toISOString(),
        end: new Date(at + 1).toISOString(),
        limit: 2,
        ...(service !== null && { service }),
        ...(repository !== null && { repository }),
      },
    }),
    staleTime: hourMs,
  })
  const previous = earlier.data?.deployments.find((each) => each.id !== id)
  const start = previous?.occurred_at ?? new Date(at - changesMs).toISOString()
  const changes = useQuery({
    ...apiQuery('listChanges', {
      query: {
        start,
        end: new Date(at + 60_000).toISOString(),
        limit: 100,
      },
    }),
    enabled: earlier.data !== undefined,
    staleTime: 60_000,
  })
  return { previous, changes }
}
