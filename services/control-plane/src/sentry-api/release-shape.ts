import type { SentryDeploy, SentryRelease } from '@signalbox/contracts'
import { slugOf } from '../identity/organization-slug.js'
import type { AnnouncedReleaseRow, ReleaseDeploymentRow } from '../deployments/store/announced-releases.js'
import type { ProjectRow } from '../projects/store/projects.js'

/** Returns a release in the format of Sentry's clients; it belongs to all projects of its organization. */
export function toSentryRelease(row: AnnouncedReleaseRow, projects: readonly ProjectRow[]): SentryRelease {
  return {
    version: row.version,
    url: null,
    dateCreated: toTime(row.created_at),
    dateReleased: row.released_at === null ? null : toTime(row.released_at),
    lastEvent: null,
    newGroups: 0,
    lastCommit: row.last_commit === null ? null : { id: row.last_commit },
    projects: projects.map(({ number, name }) => ({ id: String(number), slug: slugOf(name), name })),
    status: row.status,
  }
}

export function toSentryDeploy(row: ReleaseDeploymentRow): SentryDeploy {
  return {
    id: row.id,
    environment: row.environment,
    name: row.deployment_request,
    url: row.external_url,
    dateStarted: null,
    dateFinished: toTime(row.occurred_at),
  }
}

function toTime(ms: number): string {
  return new Date(ms).toISOString()
}
