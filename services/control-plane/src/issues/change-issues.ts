import {
  type IssueActivityDetails,
  type IssueActivityKind,
  type IssueChange,
  parseTimestamp,
  ServiceError,
  toTimestamp,
} from '@signalbox/contracts'
import type { IssueRow } from './store/issues.js'
import type { IssueStores } from './store/issue-stores.js'
import { requireIssue } from './find-issue.js'
import { toIssue } from './issue-shape.js'
import { recordActivity, type ActivityActor } from './issue-activities.js'
import { moveIssue, pickState, type ArchiveHow, type IssueMove } from './issue-states.js'
import { findNewestRelease } from './newest-release.js'
import { validateIssueChange } from './read-issue-change.js'

/** Stores needed to change issues. */
export type IssueChangeStore = Pick<
  IssueStores,
  'issues' | 'issueStates' | 'issueActivities' | 'members' | 'projects' | 'projectReleases' | 'transact'
>

/** At most this many already changed issues are named in a conflict. */
const namedMax = 5

/** A change that somebody requests for a list of issues. */
export interface IssuesChange {
  organizationId: string
  /** Case-insensitive; duplicates count once. */
  issueIds: readonly string[]
  change: IssueChange
  actor: ActivityActor
  /** JSON pointer to the change within the body, for error reports. Default: the body itself. */
  pointer?: string
  /**
   * For each issue, in the same order, when the state that the decision was based on began (Unix milliseconds). If
   * omitted, the current state is not checked.
   */
  expectedSince?: readonly (number | undefined)[] | undefined
  /** Unix milliseconds. */
  now: number
}

/**
 * Applies the same change to several issues and records one activity per change; all or nothing. A change to the state
 * an issue is already in is a no-op.
 * @returns the issues after the change, in the requested order.
 * @throws ServiceError `not-found` for an unknown issue; `invalid-body` for a meaningless change, an unknown assignee,
 * or the newest release of a project that has none; `conflict` if a state differs from the expected one.
 */
export function changeIssues(store: IssueChangeStore, request: IssuesChange): IssueRow[] {
  const { organizationId, issueIds, change, pointer = '', now } = request
  validateIssueChange(change, { pointer, now })
  refuseUnequalLists(request)
  return store.transact(() => {
    refuseForeignAssignee(store, request)
    const found = issueIds.map((id) => requireIssue(store, organizationId, id))
    refuseConflicts(store, found, request)
    const distinct = new Map(found.map((issue) => [issue.id, issue]))
    return [...distinct.values()].map((issue) => changeOne(store, issue, request))
  })
}

function refuseForeignAssignee(
  { members }: IssueChangeStore,
  { organizationId, change, pointer = '' }: IssuesChange,
): void {
  const { assignee_id: id } = change
  if (typeof id !== 'string' || members.find(organizationId, id.toLowerCase()) !== undefined) return
  const detail = 'must be a member of the organization'
  throw new ServiceError('invalid-body', { faults: [{ in: 'body', name: `${pointer}/assignee_id`, detail }] })
}

function changeOne(store: IssueChangeStore, issue: IssueRow, request: IssuesChange): IssueRow {
  const { organizationId, change, actor, now } = request
  if (change.status !== undefined) {
    applyTransition(store, issue, { move: readMove(store, issue, request), actor, now })
  }
  if (change.assignee_id !== undefined) {
    assign(store, issue, { assigneeId: change.assignee_id?.toLowerCase() ?? null, actor, now })
  }
  return requireIssue(store, organizationId, issue.id)
}

function refuseUnequalLists({ issueIds, expectedSince }: IssuesChange): void {
  if (expectedSince === undefined || expectedSince.length === issueIds.length) return
  const detail = `must have the same number of entries as issue_ids: ${issueIds.length}`
  throw new ServiceError('invalid-body', { faults: [{ in: 'body', name: '/expected_status_changed_at', detail }] })
}

/** A request for the state that an issue already has is not a conflict. */
function refuseConflicts(store: IssueChangeStore, issues: readonly IssueRow[], request: IssuesChange): void {
  const { change, expectedSince, now } = request
  if (expectedSince === undefined || change.status === undefined) return
  const overtaken = issues.filter(
    (issue, index) =>
      expectedSince[index] !== issue.status_changed_at &&
      moveIssue(pickState(issue), readMove(store, issue, request), now) !== undefined,
  )
  if (overtaken.length === 0) return
  const named = overtaken.slice(0, namedMax).map((issue) => {
    const { short_id: name, status, reason, status_changed_at: since } = toIssue(store, issue)
    return `${name} is ${status} (${reason.replaceAll('_', ' ')}) since ${since}`
  })
  const others = overtaken.length > namedMax ? ` and ${overtaken.length - namedMax} more` : ''
  const nothing = issues.length > 1 ? 'No issue was changed: ' : ''
  throw new ServiceError('conflict', {
    detail: `${nothing}${named.join('; ')}${others}. Review the current state and try again`,
  })
}

/** A move of an issue, who makes it, and the details to record. */
export interface CarriedMove {
  move: IssueMove
  actor: ActivityActor
  /** Only for automatic moves; a decision by a person needs no further details. */
  details?: IssueActivityDetails
  now: number
}

/**
 * Moves an issue and records the activity. Call it in a transaction.
 * @returns true if anything changed.
 */
export function applyTransition(
  store: Pick<IssueStores, 'issueStates' | 'issueActivities'>,
  issue: IssueRow,
  { move, actor, details, now }: CarriedMove,
): boolean {
  const after = moveIssue(pickState(issue), move, now)
  if (after === undefined) return false
  store.issueStates.setState(issue.id, after)
  recordActivity(store, { issue, kind: kindsOfMoves[move.kind], actor, details: details ?? detailsOf(move), now })
  return true
}

const kindsOfMoves: Readonly<Record<IssueMove['kind'], IssueActivityKind>> = {
  resolve: 'resolved',
  unresolve: 'unresolved',
  archive: 'archived',
  regress: 'regressed',
  escalate: 'escalated',
  'end-archive': 'archive_ended',
}

function detailsOf(move: IssueMove): IssueActivityDetails {
  if (move.kind === 'resolve') {
    const { how } = move
    const release = how.in === 'release' ? how.release : how.in === 'next_release' ? how.after : null
    return { reason: how.in, ...(release !== null && { release }) }
  }
  if (move.kind !== 'archive') return {}
  const { how } = move
  if (how.until === 'time') return { reason: how.until, until: toTimestamp(how.time) }
  return { reason: how.until, ...(how.until === 'events' && { events: how.events }) }
}

function readMove(store: IssueChangeStore, issue: IssueRow, { change, pointer = '' }: IssuesChange): IssueMove {
  if (change.status === 'archived') return { kind: 'archive', how: readArchive(change) }
  if (change.status !== 'resolved') return { kind: 'unresolve' }
  const { resolve_in: how = 'now', release: named } = change
  if (how === 'now') return { kind: 'resolve', how: { in: how } }
  const newest = findNewestRelease(store, issue.project_id)
  if (how === 'next_release') return { kind: 'resolve', how: { in: how, after: newest ?? null } }
  const release = named ?? newest
  if (release !== undefined) return { kind: 'resolve', how: { in: how, release } }
  const detail = 'is required: the project has no known releases'
  throw new ServiceError('invalid-body', { faults: [{ in: 'body', name: `${pointer}/release`, detail }] })
}

/** Fields required for an archive are present: validation has checked them. */
function readArchive({ archive_until: until = 'escalating', until_time: time, events = 0 }: IssueChange): ArchiveHow {
  if (until === 'time') return { until, time: parseTimestamp(time ?? '') ?? Number.NaN }
  return until === 'events' ? { until, events } : { until }
}

function assign(
  store: IssueChangeStore,
  issue: IssueRow,
  { assigneeId, actor, now }: { assigneeId: string | null; actor: ActivityActor; now: number },
): void {
  const { assignee_id: before } = issue
  if (assigneeId === before) return
  store.issueStates.assign(issue.id, assigneeId)
  const kind = assigneeId === null ? 'unassigned' : 'assigned'
  const concerned = assigneeId ?? before
  const details = concerned === null ? {} : { assignee_id: concerned }
  recordActivity(store, { issue, kind, actor, details, now })
}
