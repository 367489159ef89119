import { mergeIssues as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { actorOf } from '../issue-activities.js'
import { readIssueDetail } from '../issue-shape.js'
import { mergeIssues } from '../merge-issues.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createMergeIssues({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params, body }) => {
    const issue = mergeIssues(store, {
      organizationId: caller.organizationId,
      issueId: params.issue_id,
      issueIds: body.issue_ids,
      actor: actorOf(caller),
      now: clock(),
    })
    return readIssueDetail(store, issue)
  })
}
