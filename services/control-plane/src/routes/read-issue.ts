import { readIssue } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireIssue } from '../issues/find-issue.js'
import { readIssueDetail } from '../issues/issue-shape.js'
import type { RouteDependencies } from './dependencies.js'

export function createReadIssue({ store }: RouteDependencies): Route {
  return createRoute(readIssue, ({ caller, params }) =>
    readIssueDetail(store, requireIssue(store, caller.organizationId, params.issue_id)),
  )
}
