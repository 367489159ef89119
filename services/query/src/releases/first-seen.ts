import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { divideWindow } from '../selection/whole-days.js'
import { ofOrganization, ofProject, withinWindow, type TelemetryScope } from '../selection/telemetry-scope.js'
import type { ReleaseCounts, ReleaseRequest } from './read-releases.js'

type ReleaseName = Pick<ReleaseCounts, 'projectId' | 'release'>

/** Identifies a release within its organization. */
export function keyOf({ projectId, release }: ReleaseName): string {
  return `${projectId}\n${release}`
}

/** Rows with the releases' names; may include another project's release with the same name. */
function ofReleases(releases: readonly ReleaseName[]): Filter {
  return {
    sql: 'release IN {releases:Array(String)}',
    parameters: { releases: [...new Set(releases.map(({ release }) => release))] },
  }
}

/** Everything stored before the end of the window. */
function upTo(scope: TelemetryScope, timeColumn: string): Filter {
  const until = {
    sql: `${timeColumn} < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')`,
    parameters: { untilMs: scope.window.untilMs },
  }
  return allOf(ofOrganization(scope.organizationId), ofProject(scope.projectId), until)
}

// Grouping all rows by two names takes the store twice as long as by their hashes.
function firstByHash(table: string, timeColumn: string, { sql }: Filter): string {
  return `
    SELECT any(project_id) AS projectId, any(release) AS name, min(${timeColumn}) AS seen
    FROM ${table} WHERE ${sql} GROUP BY cityHash64(project_id), cityHash64(release)`
}

/** Time of the first stored session or event, Unix milliseconds, by `keyOf`, in the requested environment. */
export async function readFirstSeen(
  store: TelemetryReader,
  { scope, criteria }: ReleaseRequest,
  releases: readonly ReleaseName[],
): Promise<ReadonlyMap<string, number>> {
  if (releases.length === 0) return new Map()
  const place = whereEqual('environment', criteria.environment)
  const sessions = allOf(upTo(scope, 'started'), ofReleases(releases), place)
  const events = allOf(upTo(scope, 'timestamp'), ofReleases(releases), place)
  const rows = await store.read<ReleaseName & { firstSeenMs: number }>({
    name: 'releasesFirstSeen',
    sql: `
      SELECT projectId, name AS release, toUnixTimestamp64Milli(min(seen)) AS firstSeenMs
      FROM (${firstByHash('sessions', 'started', sessions)} UNION ALL ${firstByHash('events', 'timestamp', events)})
      GROUP BY projectId, name`,
    parameters: { ...sessions.parameters, ...events.parameters },
  })
  return new Map(rows.map((row) => [keyOf(row), row.firstSeenMs]))
}

/**
 * Number of the window's fingerprints first seen in each release, by `keyOf`. "First" considers all stored data in any
 * environment: an issue that appeared with a release counts for as long as it is seen. Of several releases in the same
 * millisecond, the first by name; events without a release come last. The times of first events are read from the
 * projection by day; then only events of these times are read.
 */
export async function readNewIssues(
  store: TelemetryReader,
  { scope, criteria }: ReleaseRequest,
  releases: readonly ReleaseName[],
): Promise<ReadonlyMap<string, number>> {
  if (releases.length === 0) return new Map()
  const owner = allOf(ofOrganization(scope.organizationId), ofProject(scope.projectId))
  const seen = allOf(
    owner,
    withinWindow('timestamp', scope.window),
    ofReleases(releases),
    whereEqual('environment', criteria.environment),
  )
  const { days, rows: rest } = divideWindow(
    'timestamp',
    { startMs: 0, untilMs: scope.window.untilMs },
    { prefix: 'kept', hasHours: false },
  )
  const parts = [days, rest].flatMap((part) => (part === undefined ? [] : allOf(owner, part)))
  const firstOf = ({ sql }: Filter) => `
    SELECT project_id, fingerprint, min(timestamp) AS first FROM events WHERE ${sql} GROUP BY project_id, fingerprint`
  const rows = await store.read<ReleaseName & { fingerprints: number }>({
    name: 'releasesNewIssues',
    sql: `
      SELECT projectId, origin AS release, count() AS fingerprints
      FROM (
        SELECT project_id AS projectId, fingerprint, argMin(release, (release = '', release)) AS origin
        FROM events
        WHERE ${owner.sql} AND (project_id, timestamp, fingerprint) IN (
          SELECT project_id, min(first), fingerprint FROM (${parts.map(firstOf).join(' UNION ALL ')})
          WHERE (project_id, fingerprint) IN (SELECT project_id, fingerprint FROM events WHERE ${seen.sql})
          GROUP BY project_id, fingerprint)
        GROUP BY project_id, fingerprint
      )
      GROUP BY projectId, origin`,
    parameters: allOf(seen, ...parts).parameters,
  })
  return new Map(rows.map((row) => [keyOf(row), row.fingerprints]))
}
