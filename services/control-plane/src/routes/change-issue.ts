import { changeIssue } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeIssues } from '../issues/change-issues.js'
import { requireIssue } from '../issues/find-issue.js'
import { actorOf } from '../issues/issue-activities.js'
import { readIssueDetail } from '../issues/issue-shape.js'
import type { RouteDependencies } from './dependencies.js'

export function createChangeIssue({ store, clock }: RouteDependencies): Route {
  return createRoute(changeIssue, ({ caller, params, body }) => {
    const { organizationId } = caller
    const issueIds = [params.issue_id]
    changeIssues(store, { organizationId, issueIds, change: body, actor: actorOf(caller), now: clock() })
    return readIssueDetail(store, requireIssue(store, organizationId, params.issue_id))
  })
}
