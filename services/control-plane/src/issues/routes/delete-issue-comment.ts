import { deleteIssueComment } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { deleteComment } from '../comments.js'
import { toIssueActivity } from '../issue-activities.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createDeleteIssueComment({ store }: RouteDependencies): Route {
  return createRoute(deleteIssueComment, ({ caller, params }) =>
    toIssueActivity(deleteComment(store, { caller, issueId: params.issue_id, commentId: params.comment_id })),
  )
}
