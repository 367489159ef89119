import { changeIssue } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeIssues } from '../change-issues.js'
import { requireIssue } from '../find-issue.js'
import { actorOf } from '../issue-activities.js'
import { readIssueDetail } from '../issue-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createChangeIssue({ store, clock }: RouteDependencies): Route {
  return createRoute(changeIssue, ({ caller, params, body }) => {
    const { organizationId } = caller
    const issueIds = [params.issue_id]
    changeIssues(store, { organizationId, issueIds, change: body, actor: actorOf(caller), now: clock() })
    return readIssueDetail(store, requireIssue(store, organizationId, params.issue_id))
  })
}
