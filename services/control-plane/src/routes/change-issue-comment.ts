import { changeIssueComment } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeComment } from '../issues/comments.js'
import { toIssueActivity } from '../issues/issue-activities.js'
import type { RouteDependencies } from './dependencies.js'

export function createChangeIssueComment({ store }: RouteDependencies): Route {
  return createRoute(changeIssueComment, ({ caller, params, body }) => {
    const reference = { caller, issueId: params.issue_id, commentId: params.comment_id }
    return toIssueActivity(changeComment(store, reference, body.text))
  })
}
