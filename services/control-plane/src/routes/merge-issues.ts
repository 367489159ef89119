import { mergeIssues as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { readIssueDetail } from '../issues/issue-shape.js'
import { mergeIssues } from '../issues/merge-issues.js'
import type { RouteDependencies } from './dependencies.js'

export function createMergeIssues({ store }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params, body }) => {
    const { organizationId } = caller
    const issue = mergeIssues(store, { organizationId, issueId: params.issue_id, issueIds: body.issue_ids })
    return readIssueDetail(store, issue)
  })
}
