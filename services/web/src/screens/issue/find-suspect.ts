import type { Deployment, Issue } from '@signalbox/contracts'
import { suspectWindowMs } from '../../parts/deployment/deployment-mark.js'

type Suspectable = Pick<Deployment, 'version' | 'occurred_at' | 'status'>

/**
 * The deployment that may have brought an issue: the one of its first release, else the last one that went live within
 * half an hour before its first event.
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

/** Releases are named `checkout@2.14.0` where deployments say `2.14.0`. */
function isRelease(release: string, version: string | null): boolean {
  return version !== null && release !== '' && (release === version || release.endsWith(`@${version}`))
}
