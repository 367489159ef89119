import type { SightedRelease } from '@signalbox/service-kit'
import type { IssueStateFields } from './store/issue-states.js'
import { compareReleaseNames } from './release-order.js'

/** When the first event of a release was received, Unix milliseconds; undefined when none is known. */
export type FirstSeen = (release: string) => number | undefined

/**
 * Whether events show that a resolved issue is not fixed. Only what was received after the resolution counts, so that
 * older events say nothing, however late or often they are read.
 *
 * - Resolved now: any event.
 * - In a release: events of that release or of a newer one.
 * - In the next release: events of a release that was first seen after the resolution and is newer than the newest one
 *   that was known then.
 *
 * Which release is newer their names tell, where they can; else the one that was first seen later. Events without a
 * release say nothing of releases.
 * @returns what brought it back, of several the last; undefined when nothing did or the issue is not resolved.
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
  // A release that nobody has seen counts as seen when it was named.
  return order === undefined ? seenAt > (firstSeen(mark ?? '') ?? resolvedAt) : order >= 0
}
