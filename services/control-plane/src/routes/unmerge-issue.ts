import { unmergeIssue as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { readIssueDetail, toIssue } from '../issues/issue-shape.js'
import { unmergeIssue } from '../issues/unmerge-issue.js'
import type { RouteDependencies } from './dependencies.js'

export function createUnmergeIssue({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller: { organizationId }, params, body }) => {
    const request = { organizationId, issueId: params.issue_id, fingerprints: body.fingerprints, now: clock() }
    const { issue, separated } = unmergeIssue(store, request)
    return { ...readIssueDetail(store, issue), separated_issues: separated.map((one) => toIssue(store, one)) }
  })
}
