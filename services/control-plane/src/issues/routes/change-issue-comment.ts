import { changeIssueComment } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeComment } from '../comments.js'
import { toIssueActivity } from '../issue-activities.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createChangeIssueComment({ store }: RouteDependencies): Route {
  return createRoute(changeIssueComment, ({ caller, params, body }) => {
    const reference = { caller, issueId: params.issue_id, commentId: params.comment_id }
    return toIssueActivity(changeComment(store, reference, body.text))
  })
}
