import { unmergeIssue as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { actorOf } from '../issue-activities.js'
import { readIssueDetail, toIssue } from '../issue-shape.js'
import { unmergeIssue } from '../unmerge-issue.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createUnmergeIssue({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params, body }) => {
    const { issue, separated } = unmergeIssue(store, {
      organizationId: caller.organizationId,
      issueId: params.issue_id,
      fingerprints: body.fingerprints,
      actor: actorOf(caller),
      now: clock(),
    })
    return { ...readIssueDetail(store, issue), separated_issues: separated.map((one) => toIssue(store, one)) }
  })
}
