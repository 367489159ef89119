import { listIssues } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { listFoundIssues } from '../issue-list/list-issues.js'
import type { RouteDependencies } from './dependencies.js'

export function createListIssues(dependencies: RouteDependencies): Route {
  return createRoute(listIssues, ({ caller, query }) => listFoundIssues(dependencies, caller, query))
}
