import type { SightedRelease } from '@signalbox/service-kit'
import type { IssueStateFields } from './store/issue-states.js'
import { compareReleaseNames } from './release-order.js'

/** Returns when the first event of a release was received, Unix milliseconds; undefined if none is known. */
export type FirstSeen = (release: string) => number | undefined

/**
 * Decides whether events show that a resolved issue is not fixed. Only events received after the resolution count, so
 * older events have no effect, no matter how late or how often they are read.
 *
 * - Resolved now: any event counts.
 * - In a release: events of that release or of a newer one.
 * - In the next release: events of a release that was first seen after the resolution and is newer than the newest
 * release known at that time.
 *
 * Names decide which release is newer if they are comparable; otherwise, the release first seen later is. Events
 * without a release are ignored in the two release cases.
 * @returns the events that reopen the issue, the last if there are several; undefined if none do or the issue is not
 * resolved.
 */
export function findRegression(
  state: IssueStateFields,
  releases: readonly SightedRelease[],
  firstSeen: FirstSeen,
): SightedRelease | undefined {
  if (state.status !== 'resolved') return undefined
  const later = releases.filter(({ lastReceivedAt }) => lastReceivedAt > state.status_changed_at)
  const bringsBack = later.filter(({ release }) => concerns(state, release, firstSeen))
  return bringsBack.reduce<SightedRelease | undefined>(
    (last, one) => (last === undefined || one.lastReceivedAt > last.lastReceivedAt ? one : last),
    undefined,
  )
}

function concerns(state: IssueStateFields, release: string, firstSeen: FirstSeen): boolean {
  const { reason, resolved_release: mark, status_changed_at: resolvedAt } = state
  if (reason === 'now') return true
  if (release === '') return false
  const order = mark === null ? undefined : compareReleaseNames(release, mark)
  const seenAt = firstSeen(release) ?? resolvedAt
  if (reason === 'next_release') return seenAt > resolvedAt && (order === undefined || order > 0)
  if (release === mark) return true
  // A release without events counts as first seen when the issue was resolved.
  return order === undefined ? seenAt > (firstSeen(mark ?? '') ?? resolvedAt) : order >= 0
}
