import { createIssueComment } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { addComment } from '../comments.js'
import { toIssueActivity } from '../issue-activities.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCreateIssueComment({ store, clock }: RouteDependencies): Route {
  return createRoute(createIssueComment, ({ caller, params, body }) =>
    toIssueActivity(addComment(store, { caller, issueId: params.issue_id, text: body.text, now: clock() })),
  )
}
