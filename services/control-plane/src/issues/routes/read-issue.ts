import { readIssue } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { readCountedIssue } from '../list/read-counted-issue.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadIssue(dependencies: RouteDependencies): Route {
  return createRoute(readIssue, ({ caller, params }) => readCountedIssue(dependencies, caller, params.issue_id))
}
