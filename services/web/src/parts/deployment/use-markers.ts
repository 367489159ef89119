import type { Deployment } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { apiQuery } from '../../api/queries.js'
import { useSession } from '../../api/session.js'
import type { Marker } from '../chart/marker.js'

const markersMax = 50

/** The deployments of a range as markers of charts. They are asked for anew each minute. */
export function useDeploymentMarkers(range: { startMs: number; endMs: number }, projectId?: string): readonly Marker[] {
  const { scopes } = useSession()
  const minuteMs = 60_000
  const [start, end] = [Math.floor(range.startMs / minuteMs), Math.ceil(range.endMs / minuteMs)].map((minute) =>
    new Date(minute * minuteMs).toISOString(),
  )
  const { data } = useQuery({
    ...apiQuery('listDeployments', {
      query: {
        limit: markersMax,
        ...(start !== undefined && end !== undefined && { start, end }),
        ...(projectId !== undefined && { project_id: projectId }),
      },
    }),
    staleTime: minuteMs,
    placeholderData: (before) => before,
    enabled: scopes.includes('changes:read'),
  })
  return (data?.deployments ?? []).map(toMarker)
}

/**
 * Where deployments fall in a range, 0 to 1, for bars beside numbers. The same list until it changes: rows compare it.
 * @param range Changes at most once a minute, or all rows are drawn anew.
 */
export function useDeploymentMarks(range: { startMs: number; endMs: number }, projectId?: string): readonly number[] {
  const marks = useDeploymentMarkers(range, projectId)
    .map(({ at }) => (at - range.startMs) / (range.endMs - range.startMs))
    .filter((share) => share > 0 && share < 1)
  const kept = useRef<readonly number[]>(marks)
  if (kept.current.join() !== marks.join()) kept.current = marks
  return kept.current
}

function toMarker(deployment: Deployment): Marker {
  return {
    id: deployment.id,
    at: Date.parse(deployment.occurred_at),
    text: nameDeployment(deployment),
    to: `/deployments/${deployment.id}`,
    ...(deployment.status === 'failure' && { tone: 'bad' as const }),
  }
}

/** `checkout 2.14.0`, or as much of it as was announced. */
export function nameDeployment({ service, version, commit_sha: sha, deployment_request: request }: Deployment): string {
  const parts = [service, version ?? sha?.slice(0, 7)].filter((part) => part !== null && part !== undefined)
  return parts.length === 0 ? request.slice(0, 40) : parts.join(' ')
}
