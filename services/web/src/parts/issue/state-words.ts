import type { Issue } from '@signalbox/contracts'
import { dayMs, hourMs, type Times } from '../time/format-time.js'
import type { Tone } from '../status/status.js'

type State = Pick<Issue, 'status' | 'reason' | 'resolved_release' | 'archived_until' | 'archived_events'>

/** An issue's status as tone and words. */
export function describeState(issue: State, now: number, times: Times): { tone: Tone; text: string } {
  return { tone: tones[issue.status], text: words[issue.reason](issue, now, times) }
}

const tones: Readonly<Record<Issue['status'], Tone>> = { unresolved: 'bad', resolved: 'ok', archived: 'idle' }

const words: { [Reason in Issue['reason']]: (issue: State, now: number, times: Times) => string } = {
  new: () => 'Unresolved, new',
  regressed: () => 'Unresolved, regressed',
  escalated: () => 'Unresolved, escalated',
  reopened: () => 'Unresolved, reopened',
  now: () => 'Resolved',
  release: ({ resolved_release: release }) => `Resolved in ${release ?? 'a release'}`,
  next_release: () => 'Resolved in the next release',
  forever: () => 'Archived',
  escalating: () => 'Archived until it escalates',
  time: ({ archived_until: until }, now, times) => `Archived until ${until === null ? 'later' : times.day(until, now)}`,
  events: ({ archived_events: events }) => `Archived until ${events ?? 0} more events`,
}

/** True for an hour after the first event: red is reserved for what has just begun. */
export function isFresh(firstSeenAt: string, now: number): boolean {
  return now - Date.parse(firstSeenAt) < hourMs
}

/** "New" for a day, like the "New today" list: after that, it would mark every untouched issue. */
export function stateTag(
  { status, reason, first_seen_at: firstSeenAt }: Pick<Issue, 'status' | 'reason' | 'first_seen_at'>,
  now: number,
): { tone?: 'bad' | 'warn'; text: string } | undefined {
  if (status !== 'unresolved') return { text: status === 'resolved' ? 'Resolved' : 'Archived' }
  if (reason === 'new' && now - Date.parse(firstSeenAt) < dayMs)
    return { ...(isFresh(firstSeenAt, now) && { tone: 'bad' as const }), text: 'New' }
  return returnedTags[reason]
}

const returnedTags: Readonly<Record<string, { tone: 'warn'; text: string }>> = {
  regressed: { tone: 'warn', text: 'Regressed' },
  escalated: { tone: 'warn', text: 'Escalated' },
}
