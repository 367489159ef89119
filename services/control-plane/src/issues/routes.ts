import {
  changeIssue,
  changeIssueComment,
  changeIssues as changeIssuesContract,
  createIssueComment,
  deleteIssue,
  deleteIssueComment,
  deleteIssues as deleteIssuesContract,
  listDiscardedFingerprints,
  listIssueActivities,
  listIssues,
  listSuspectCommits as suspectsContract,
  mergeIssues as mergeIssuesContract,
  parseTimestamp,
  readIssue,
  restoreFingerprint as restoreFingerprintContract,
  ServiceError,
  unmergeIssue as unmergeIssueContract,
} from '@signalbox/contracts'
import { type Clock, createRoute, type Route } from '@signalbox/service-kit'
import { requireProject } from '../projects/find-project.js'
import type { CachedKeyDirectory } from '../projects/key-directory.js'
import { changeIssues } from './change-issues.js'
import { addComment, changeComment, deleteComment } from './comments.js'
import { deleteIssues } from './delete-issues.js'
import { listDiscarded, restoreFingerprint } from './discard-fingerprints.js'
import { requireIssue } from './find-issue.js'
import { actorOf, toIssueActivity } from './issue-activities.js'
import { createIssueViewRoutes } from './issue-view-routes.js'
import { readIssueDetail, toIssue } from './issue-shape.js'
import { listFoundIssues } from './list/list-issues.js'
import { readCountedIssue } from './list/read-counted-issue.js'
import { mergeIssues } from './merge-issues.js'
import type { QueryTelemetry } from '../telemetry-queries/query-telemetry.js'
import type { IssueStores } from './store/issue-stores.js'
import { listSuspectCommits } from './suspects/list-suspect-commits.js'
import { unmergeIssue } from './unmerge-issue.js'

/** Dependencies of the routes for issues, their history, discarded fingerprints and saved searches. */
export interface IssueRouteDependencies {
  store: IssueStores
  /** Queries the telemetry store for event counts. */
  queryTelemetry: QueryTelemetry
  keys: Pick<CachedKeyDirectory, 'forgetDsnKeys'>
  clock: Clock
}

/** Routes for issues, their history, discarded fingerprints and saved searches. */
export function createIssueRoutes(dependencies: IssueRouteDependencies): Route[] {
  return [
    ...createStateRoutes(dependencies),
    ...createActivityRoutes(dependencies),
    ...createDiscardRoutes(dependencies),
    ...createIssueViewRoutes(dependencies),
  ]
}

function createStateRoutes(dependencies: IssueRouteDependencies): Route[] {
  const { store, keys, clock } = dependencies

  return [
    createRoute(deleteIssuesContract, ({ caller: { organizationId, keyId }, body }) => {
      const { issue_ids: issueIds, discard = false } = body
      const deleted = deleteIssues(store, { organizationId, issueIds, discard, keyId, now: clock() })
      const changed = discard ? new Set(deleted.map(({ project_id }) => project_id)) : []
      // The settings version that records must carry has changed.
      for (const projectId of changed) keys.forgetDsnKeys(projectId)
      return { deleted: deleted.length }
    }),
    createRoute(listIssues, ({ caller, query }) => listFoundIssues(dependencies, caller, query)),
    createRoute(readIssue, ({ caller, params }) => readCountedIssue(dependencies, caller, params.issue_id)),
    createRoute(suspectsContract, ({ caller: { organizationId, scopes }, params }) => {
      const issue = requireIssue(store, organizationId, params.issue_id)
      if (!scopes.has('changes:read')) throw new ServiceError('forbidden')
      return listSuspectCommits(dependencies, issue)
    }),
    createRoute(mergeIssuesContract, ({ caller, params, body }) => {
      const issue = mergeIssues(store, {
        organizationId: caller.organizationId,
        issueId: params.issue_id,
        issueIds: body.issue_ids,
        actor: actorOf(caller),
        now: clock(),
      })
      return readIssueDetail(store, issue)
    }),
    createRoute(unmergeIssueContract, ({ caller, params, body }) => {
      const { issue, separated } = unmergeIssue(store, {
        organizationId: caller.organizationId,
        issueId: params.issue_id,
        fingerprints: body.fingerprints,
        actor: actorOf(caller),
        now: clock(),
      })
      return { ...readIssueDetail(store, issue), separated_issues: separated.map((one) => toIssue(store, one)) }
    }),
    createRoute(changeIssue, ({ caller, params, body }) => {
      const { organizationId } = caller
      const { expected_status_changed_at: expected, ...change } = body
      const expectedSince = expected === undefined ? undefined : [parseTimestamp(expected)]
      const decision = { issueIds: [params.issue_id], change, expectedSince }
      changeIssues(store, { organizationId, ...decision, actor: actorOf(caller), now: clock() })
      return readIssueDetail(store, requireIssue(store, organizationId, params.issue_id))
    }),
    createRoute(changeIssuesContract, ({ caller, body }) => {
      const issues = changeIssues(store, {
        organizationId: caller.organizationId,
        issueIds: body.issue_ids,
        change: body.change,
        expectedSince: body.expected_status_changed_at?.map(parseTimestamp),
        pointer: '/change',
        actor: actorOf(caller),
        now: clock(),
      })
      return { issues: issues.map((issue) => toIssue(store, issue)) }
    }),
    createRoute(deleteIssue, ({ caller, params, query: { discard } }) => {
      const { organizationId, keyId } = caller
      const issue = requireIssue(store, organizationId, params.issue_id)
      deleteIssues(store, { organizationId, issueIds: [issue.id], discard, keyId, now: clock() })
      // The settings version that records must carry has changed.
      if (discard) keys.forgetDsnKeys(issue.project_id)
      return toIssue(store, issue)
    }),
  ]
}

function createActivityRoutes({ store, clock }: IssueRouteDependencies): Route[] {
  return [
    createRoute(listIssueActivities, ({ caller, params, query: { limit, offset } }) => {
      const { id } = requireIssue(store, caller.organizationId, params.issue_id)
      const activities = store.issueActivities.list(id, { limit, offset })
      const total = store.issueActivities.count(id)
      return { activities: activities.map(toIssueActivity), total, has_more: offset + activities.length < total }
    }),
    createRoute(createIssueComment, ({ caller, params, body }) =>
      toIssueActivity(addComment(store, { caller, issueId: params.issue_id, text: body.text, now: clock() })),
    ),
    createRoute(changeIssueComment, ({ caller, params, body }) => {
      const reference = { caller, issueId: params.issue_id, commentId: params.comment_id }
      return toIssueActivity(changeComment(store, reference, body.text))
    }),
    createRoute(deleteIssueComment, ({ caller, params }) =>
      toIssueActivity(deleteComment(store, { caller, issueId: params.issue_id, commentId: params.comment_id })),
    ),
  ]
}

function createDiscardRoutes({ store, keys, clock }: IssueRouteDependencies): Route[] {
  return [
    createRoute(listDiscardedFingerprints, ({ caller, params }) => {
      const { id } = requireProject(store.projects, caller.organizationId, params.project_id)
      return { fingerprints: listDiscarded(store, id) }
    }),
    createRoute(restoreFingerprintContract, ({ caller: { organizationId, keyId }, params }) => {
      const { id: projectId } = requireProject(store.projects, organizationId, params.project_id)
      const restored = restoreFingerprint(store, params.fingerprint, { projectId, keyId, now: clock() })
      keys.forgetDsnKeys(projectId)
      return restored
    }),
  ]
}
