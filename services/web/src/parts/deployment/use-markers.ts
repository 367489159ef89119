import type { Deployment } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { apiQuery } from '../../api/queries.js'
import { useSession } from '../../api/session.js'
import type { Marker } from '../chart/marker.js'
import type { DeploymentMark } from './deployment-mark.js'

const markersMax = 50

/** A range's deployments as chart markers, refetched every minute. */
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
 * Positions of deployments in a range, for bars next to numbers. Returns the same list until it changes: rows compare
 * it by identity.
 * @param range must change at most once a minute, or all rows render again.
 */
export function useDeploymentMarks(
  range: { startMs: number; endMs: number },
  projectId?: string,
): readonly DeploymentMark[] {
  const marks = useDeploymentMarkers(range, projectId)
    .map(({ at }) => ({ at, share: (at - range.startMs) / (range.endMs - range.startMs) }))
    .filter(({ share }) => share > 0 && share < 1)
  const kept = useRef<readonly DeploymentMark[]>(marks)
  const keyOf = (list: readonly DeploymentMark[]) => list.map(({ share }) => share).join()
  if (keyOf(kept.current) !== keyOf(marks)) kept.current = marks
  return kept.current
}

function toMarker(deployment: Deployment, _index: number, all: readonly Deployment[]): Marker {
  const isBad = deployment.status === 'failure' || deployment.watch?.verdict === 'bad'
  return {
    id: deployment.id,
    at: Date.parse(deployment.occurred_at),
    text: nameDeployment(deployment),
    to: `/deployments/${deployment.id}`,
    ...(isBad && { tone: 'bad' as const, badUntil: replacedAt(deployment, all) }),
  }
}

/** When the service's next deployment replaced it, in Unix milliseconds; infinity if none has. */
function replacedAt({ service, occurred_at: at }: Deployment, all: readonly Deployment[]): number {
  const later = all.filter((other) => other.service === service && other.occurred_at > at)
  return Math.min(Number.POSITIVE_INFINITY, ...later.map(({ occurred_at: time }) => Date.parse(time)))
}

/** `checkout 2.14.0`, or whatever is known of it. */
export function nameDeployment({ service, version, commit_sha: sha, deployment_request: request }: Deployment): string {
  const parts = [service, version ?? sha?.slice(0, 7)].filter((part) => part !== null && part !== undefined)
  return parts.length === 0 ? request.slice(0, 40) : parts.join(' ')
}
