import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { divideWindow } from '../selection/whole-days.js'
import { ofOrganization, ofProject, withinWindow } from '../selection/telemetry-scope.js'
import type { ReleaseRequest } from './read-releases.js'
import { keyOf, ofReleases, type ReleaseName } from './release-names.js'

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
