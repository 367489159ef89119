import { isDeepStrictEqual } from 'node:util'
import type { IssueStateFields } from './store/issue-states.js'

/** A transition from one issue state to another. Times are Unix milliseconds. */
export type IssueMove =
  /** By a person. */
  | { kind: 'resolve'; how: ResolveHow }
  | { kind: 'unresolve' }
  | { kind: 'archive'; how: ArchiveHow }
  /** Automatic: new events of a resolved issue, an unusual rate of an archived one, or the end of an archive. */
  | { kind: 'regress' }
  | { kind: 'escalate' }
  | { kind: 'end-archive' }

/** What counts as the fix. */
export type ResolveHow =
  | { in: 'now' }
  | { in: 'release'; release: string }
  /** @param after The newest known release; null if there is none. */
  | { in: 'next_release'; after: string | null }

/** When an archived issue returns to the list. */
export type ArchiveHow =
  { until: 'forever' } | { until: 'escalating' } | { until: 'time'; time: number } | { until: 'events'; events: number }

/**
 * Computes the state of an issue after a move. This is the only place that defines which transitions exist.
 * @returns undefined if nothing changes: the issue is already in the requested state, or an automatic move does not
 * apply to its state.
 */
export function moveIssue(before: IssueStateFields, move: IssueMove, now: number): IssueStateFields | undefined {
  if (!mayMove(before, move)) return undefined
  const after = { ...nothingMore, ...stateAfter(move), status_changed_at: now }
  const isSame = isDeepStrictEqual({ ...pickState(before), status_changed_at: now }, after)
  return isSame ? undefined : after
}

const nothingMore = { resolved_release: null, archived_until: null, archived_events: null }

/** Automatic moves start from one particular state; people can move an issue from any state. */
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
 * Computes the state of an issue after others were merged into it or gained fingerprints from others. The target's
 * state wins, because people chose it, but a resolved issue must not hide an unresolved one: if any part is unresolved,
 * so is the result. Joined with other resolved issues, it counts as resolved at the latest of their resolutions, so
 * that earlier events do not reopen it.
 * @returns undefined if the state does not change.
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

/** Picks the state fields of a row. */
export function pickState(row: IssueStateFields): IssueStateFields {
  const { status, reason, status_changed_at, resolved_release, archived_until, archived_events } = row
  return { status, reason, status_changed_at, resolved_release, archived_until, archived_events }
}
