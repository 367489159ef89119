import { isDeepStrictEqual } from 'node:util'
import type { IssueStateFields } from './store/issue-states.js'

/** What moves an issue from one state to another. Times are Unix milliseconds. */
export type IssueMove =
  /** By people. */
  | { kind: 'resolve'; how: ResolveHow }
  | { kind: 'unresolve' }
  | { kind: 'archive'; how: ArchiveHow }
  /** By itself: events of what was resolved, more events than usual of what was archived, the end of an archive. */
  | { kind: 'regress' }
  | { kind: 'escalate' }
  | { kind: 'end-archive' }

/** What fixes an issue. */
export type ResolveHow =
  | { in: 'now' }
  | { in: 'release'; release: string }
  /** @param after The newest release that is known; null when none is. */
  | { in: 'next_release'; after: string | null }

/** When an archived issue comes back. */
export type ArchiveHow =
  { until: 'forever' } | { until: 'escalating' } | { until: 'time'; time: number } | { until: 'events'; events: number }

/**
 * The state of an issue after a move: the only place that says what may follow what.
 * @returns undefined when the move changes nothing: people ask for what is so already, or what would happen by itself
 *   does not concern the state that the issue is in.
 */
export function moveIssue(before: IssueStateFields, move: IssueMove, now: number): IssueStateFields | undefined {
  if (!mayMove(before, move)) return undefined
  const after = { ...nothingMore, ...stateAfter(move), status_changed_at: now }
  const isSame = isDeepStrictEqual({ ...pickState(before), status_changed_at: now }, after)
  return isSame ? undefined : after
}

const nothingMore = { resolved_release: null, archived_until: null, archived_events: null }

/** What happens by itself happens in one state alone; what people decide, in any. */
function mayMove({ status }: IssueStateFields, { kind }: IssueMove): boolean {
  if (kind === 'regress') return status === 'resolved'
  if (kind === 'escalate' || kind === 'end-archive') return status === 'archived'
  return kind !== 'unresolve' || status !== 'unresolved'
}

function stateAfter(move: IssueMove): Pick<IssueStateFields, 'status' | 'reason'> & Partial<IssueStateFields> {
  switch (move.kind) {
    case 'resolve':
      return { status: 'resolved', reason: move.how.in, resolved_release: releaseOf(move.how) }
    case 'archive':
      return { status: 'archived', reason: move.how.until, ...endOf(move.how) }
    case 'unresolve':
      return { status: 'unresolved', reason: 'reopened' }
    case 'regress':
      return { status: 'unresolved', reason: 'regressed' }
    case 'escalate':
    case 'end-archive':
      return { status: 'unresolved', reason: 'escalated' }
  }
}

function releaseOf(how: ResolveHow): string | null {
  if (how.in === 'now') return null
  return how.in === 'release' ? how.release : how.after
}

function endOf(how: ArchiveHow): Partial<IssueStateFields> {
  if (how.until === 'time') return { archived_until: how.time }
  return how.until === 'events' ? { archived_events: how.events } : {}
}

/**
 * The state of an issue that others became part of, or fingerprints of others joined. Its own holds, because that is the
 * one that people chose, but what is resolved must not hide what is not: with something unresolved it is unresolved. With
 * other resolved ones it counts as resolved since the last of them was, so that events from before bring nothing back.
 * @returns undefined when it stays as it is.
 */
export function joinStates(
  target: IssueStateFields,
  others: readonly IssueStateFields[],
  now: number,
): IssueStateFields | undefined {
  if (target.status !== 'resolved') return undefined
  if (others.some(({ status }) => status === 'unresolved')) return moveIssue(target, { kind: 'unresolve' }, now)
  const times = others.filter(({ status }) => status === 'resolved').map((other) => other.status_changed_at)
  const latest = Math.max(target.status_changed_at, ...times)
  return latest === target.status_changed_at ? undefined : { ...pickState(target), status_changed_at: latest }
}

/** The state of a row, without the rest of it. */
export function pickState(row: IssueStateFields): IssueStateFields {
  const { status, reason, status_changed_at, resolved_release, archived_until, archived_events } = row
  return { status, reason, status_changed_at, resolved_release, archived_until, archived_events }
}
