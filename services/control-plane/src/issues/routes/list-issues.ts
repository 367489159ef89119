import { listIssues } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { listFoundIssues } from '../list/list-issues.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListIssues(dependencies: RouteDependencies): Route {
  return createRoute(listIssues, ({ caller, query }) => listFoundIssues(dependencies, caller, query))
}
