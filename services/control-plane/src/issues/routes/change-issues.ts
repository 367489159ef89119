import { changeIssues as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeIssues } from '../change-issues.js'
import { actorOf } from '../issue-activities.js'
import { toIssue } from '../issue-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

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
