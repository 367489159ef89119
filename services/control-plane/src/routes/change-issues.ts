import { changeIssues as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeIssues } from '../issues/change-issues.js'
import { actorOf } from '../issues/issue-activities.js'
import { toIssue } from '../issues/issue-shape.js'
import type { RouteDependencies } from './dependencies.js'

export function createChangeIssues({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, body }) => {
    const issues = changeIssues(store, {
      organizationId: caller.organizationId,
      issueIds: body.issue_ids,
      change: body.change,
      pointer: '/change',
      actor: actorOf(caller),
      now: clock(),
    })
    return { issues: issues.map((issue) => toIssue(store, issue)) }
  })
}
