import { deleteIssueComment } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { deleteComment } from '../issues/comments.js'
import { toIssueActivity } from '../issues/issue-activities.js'
import type { RouteDependencies } from './dependencies.js'

export function createDeleteIssueComment({ store }: RouteDependencies): Route {
  return createRoute(deleteIssueComment, ({ caller, params }) =>
    toIssueActivity(deleteComment(store, { caller, issueId: params.issue_id, commentId: params.comment_id })),
  )
}
