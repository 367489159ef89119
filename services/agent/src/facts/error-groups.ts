import type { ErrorGroup } from '@signalbox/contracts'
import type { ErrorGroupFacts, EvidenceId } from './fact-pack.js'
import type { TimeWindow } from '../investigation/time-window.js'

/** An error that recurs after being absent for this long has regressed. */
const goneMs = 24 * 3_600_000

/** Errors by fingerprint, with their history before the window. */
export function readErrorGroups(
  groups: readonly ErrorGroup[],
  { window, evidence }: { window: TimeWindow; evidence: EvidenceId },
): ErrorGroupFacts[] {
  return groups.map((group) => ({
    fingerprint: group.fingerprint,
    service: group.service,
    type: group.type,
    message: group.message,
    frames: group.frames.map(({ function: name, file, line }) => ({ function: name, file, line })),
    count: group.count,
    countBefore: group.count_before,
    firstSeenAt: Date.parse(group.first_ever),
    startedAt: Date.parse(group.first),
    lastSeenAt: Date.parse(group.last),
    state: stateOf(group, window),
    releases: group.releases,
    evidence,
  }))
}

function stateOf({ first, first_ever, last_before_range }: ErrorGroup, window: TimeWindow): ErrorGroupFacts['state'] {
  if (Date.parse(first_ever) >= window.start) return 'new'
  const gone = last_before_range === null ? 0 : Date.parse(first) - Date.parse(last_before_range)
  return gone >= goneMs ? 'regressed' : 'known'
}
