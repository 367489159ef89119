import type { RouteContract } from '../http/route.js'
import {
  changeSentryIssues,
  listSentryEvents,
  listSentryIssues,
  listSentryOrganizations,
  listSentryProjects,
  readSentryEvent,
  readSentryInfo,
} from './sentry-cli.js'

/** The routes of this domain, in the order in which the API document shows them. */
export const sentryApiRoutes: readonly RouteContract[] = [
  readSentryInfo,
  listSentryOrganizations,
  listSentryProjects,
  listSentryIssues,
  changeSentryIssues,
  listSentryEvents,
  readSentryEvent,
]
