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
import { refuseNonsense } from './read-issue-change.js'

/** What changing issues needs. */
export type IssueChangeStore = Pick<
  IssueStores,
  'issues' | 'issueStates' | 'issueActivities' | 'members' | 'projects' | 'projectReleases' | 'transact'
>

/** How many of those that somebody else decided about are named. */
const namedMax = 5

/** What somebody decided about issues. */
export interface IssuesChange {
  organizationId: string
  /** In any case; naming one twice is naming it once. */
  issueIds: readonly string[]
  change: IssueChange
  actor: ActivityActor
  /** Where the change stands in the body, for faults: a JSON pointer. Default: it is the body. */
  pointer?: string
  /**
   * When the state began that was decided on, Unix milliseconds, of each of the issues in their order; whatever it is now
   * when left out.
   */
  expectedSince?: readonly (number | undefined)[] | undefined
  /** Unix milliseconds. */
  now: number
}

/**
 * Changes issues alike, each change with its activity; all of them or none. What an issue is already changes nothing.
 * @returns the issues as they are afterwards, in the order in which they were named.
 * @throws ServiceError `not-found` for an unknown issue, `invalid-body` for a change that makes no sense, an unknown
 *   assignee, or the newest release of a project that has none; `conflict` when states are others than expected.
 */
export function changeIssues(store: IssueChangeStore, request: IssuesChange): IssueRow[] {
  const { organizationId, issueIds, change, pointer = '', now } = request
  refuseNonsense(change, { pointer, now })
  refuseUnpaired(request)
  return store.transact(() => {
    refuseStranger(store, request)
    const found = issueIds.map((id) => requireIssue(store, organizationId, id))
    refuseOvertaken(store, found, request)
    const distinct = new Map(found.map((issue) => [issue.id, issue]))
    return [...distinct.values()].map((issue) => changeOne(store, issue, request))
  })
}

function refuseStranger({ members }: IssueChangeStore, { organizationId, change, pointer = '' }: IssuesChange): void {
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

function refuseUnpaired({ issueIds, expectedSince }: IssuesChange): void {
  if (expectedSince === undefined || expectedSince.length === issueIds.length) return
  const detail = `must have the same number of entries as issue_ids: ${issueIds.length}`
  throw new ServiceError('invalid-body', { faults: [{ in: 'body', name: '/expected_status_changed_at', detail }] })
}

/** Who decides what happened already is not refused. */
function refuseOvertaken(store: IssueChangeStore, issues: readonly IssueRow[], request: IssuesChange): void {
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

/** A move of an issue, who makes it and what there is to say of it. */
export interface CarriedMove {
  move: IssueMove
  actor: ActivityActor
  /** Of what happens by itself; what people decide says it all. */
  details?: IssueActivityDetails
  now: number
}

/**
 * Moves an issue and keeps the activity. To be called in a transaction.
 * @returns whether it changed anything.
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

/** Fields that an archive needs are there: that was looked at before. */
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
