import { ServiceError } from '@signalbox/contracts'
import type { ApiCaller } from '@signalbox/service-kit'
import type { IssueActivityRow } from './store/issue-activities.js'
import type { IssueStores } from './store/issue-stores.js'
import { requireIssue } from './find-issue.js'
import { actorOf, recordActivity } from './issue-activities.js'
import { enforceCapacity } from '../lists/enforce-capacity.js'

/** Stores needed for comments. */
type CommentStore = Pick<IssueStores, 'issues' | 'issueActivities' | 'transact'>

/** An issue's comment and the caller who wants to change it. */
export interface CommentReference {
  caller: ApiCaller
  issueId: string
  commentId: string
}

/** @throws ServiceError `not-found`; `conflict` if the issue has too many comments. */
export function addComment(
  store: CommentStore,
  { caller, issueId, text, now }: { caller: ApiCaller; issueId: string; text: string; now: number },
): IssueActivityRow {
  return store.transact(() => {
    const issue = requireIssue(store, caller.organizationId, issueId)
    enforceCapacity('comments', store.issueActivities.countComments(issue.id))
    return recordActivity(store, { issue, kind: 'comment', actor: actorOf(caller), text, now })
  })
}

/** @throws ServiceError `not-found`; `forbidden` for other people's comments. */
export function changeComment(store: CommentStore, reference: CommentReference, text: string): IssueActivityRow {
  return store.transact(() => {
    const comment = requireOwnComment(store, reference)
    store.issueActivities.changeText(comment.id, text)
    return { ...comment, text }
  })
}

/** @returns the comment before deletion. @throws like `changeComment`. */
export function deleteComment(store: CommentStore, reference: CommentReference): IssueActivityRow {
  return store.transact(() => {
    const comment = requireOwnComment(store, reference)
    store.issueActivities.delete(comment.id)
    return comment
  })
}

function requireOwnComment(store: CommentStore, { caller, issueId, commentId }: CommentReference): IssueActivityRow {
  const issue = requireIssue(store, caller.organizationId, issueId)
  const comment = store.issueActivities.findComment(issue.id, commentId.toLowerCase())
  if (comment === undefined) throw new ServiceError('not-found', { detail: `No such comment: ${commentId}` })
  const { kind, id } = actorOf(caller)
  const isOwn = comment.actor_kind === kind && comment.actor_id === id
  // Callers who may manage members may also moderate their comments.
  if (isOwn || caller.scopes.has('members:write')) return comment
  throw new ServiceError('forbidden', { detail: 'Only the author of a comment or an admin can change it' })
}
