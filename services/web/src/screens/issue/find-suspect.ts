import type { Deployment, Issue } from '@signalbox/contracts'
import { suspectWindowMs } from '../../parts/deployment/deployment-mark.js'

type Suspectable = Pick<Deployment, 'version' | 'occurred_at' | 'status'>

/**
 * The deployment that may have caused an issue: the one of its first release, otherwise the last one in the half hour
 * before its first event.
 */
export function findSuspect<D extends Suspectable>(
  { first_release: release, first_seen_at: firstSeenAt }: Pick<Issue, 'first_release' | 'first_seen_at'>,
  deployments: readonly D[],
): D | undefined {
  const firstMs = Date.parse(firstSeenAt)
  const before = deployments
    .filter(({ status }) => status !== 'cancelled' && status !== 'pending')
    .filter(({ occurred_at: at }) => Date.parse(at) <= firstMs)
    .toSorted((a, b) => Date.parse(b.occurred_at) - Date.parse(a.occurred_at))
  const close = before.filter(({ occurred_at: at }) => firstMs - Date.parse(at) <= suspectWindowMs)
  return close.find(({ version }) => isRelease(release, version)) ?? close[0]
}

/** Releases are named `checkout@2.14.0`, deployments `2.14.0`. */
function isRelease(release: string, version: string | null): boolean {
  return version !== null && release !== '' && (release === version || release.endsWith(`@${version}`))
}
