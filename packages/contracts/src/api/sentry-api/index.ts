import type { RouteContract } from '../http/route.js'
import { listSentryOrganizationIssues } from './organization-issues.js'
import { listSentryRepositories, readSentryCaller, readSentryOrganization, readSentryProject } from './organizations.js'
import {
  changeSentryProjectRelease,
  changeSentryRelease,
  createSentryDeploy,
  createSentryProjectRelease,
  createSentryRelease,
  deleteSentryProjectRelease,
  deleteSentryRelease,
  listSentryDeploys,
  listSentryProjectReleases,
  listSentryReleases,
  readPreviousSentryRelease,
  readSentryProjectRelease,
  readSentryRelease,
} from './releases.js'
import {
  changeSentryIssues,
  listSentryEvents,
  listSentryIssues,
  listSentryOrganizations,
  listSentryProjects,
  readSentryEvent,
  readSentryInfo,
} from './sentry-cli.js'
import { listSentryLogs, listSentryMonitors } from './telemetry.js'

export * from './organization-issues.js'
export * from './parameters.js'
export * from './organizations.js'
export * from './releases.js'
export * from './sentry-cli.js'
export * from './telemetry.js'

/** Routes of this domain, in documentation order. */
export const sentryApiRoutes: readonly RouteContract[] = [
  readSentryInfo,
  listSentryOrganizations,
  listSentryProjects,
  readSentryOrganization,
  readSentryProject,
  readSentryCaller,
  listSentryRepositories,
  listSentryReleases,
  listSentryProjectReleases,
  createSentryRelease,
  createSentryProjectRelease,
  readSentryRelease,
  readSentryProjectRelease,
  changeSentryRelease,
  changeSentryProjectRelease,
  deleteSentryRelease,
  deleteSentryProjectRelease,
  readPreviousSentryRelease,
  listSentryDeploys,
  createSentryDeploy,
  listSentryIssues,
  changeSentryIssues,
  listSentryOrganizationIssues,
  listSentryEvents,
  readSentryEvent,
  listSentryMonitors,
  listSentryLogs,
]
