import { limits } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { recallOrRead } from '../memory/marked-memory.js'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { divideWindow, withinMoments } from '../selection/whole-days.js'
import { ofOrganization, ofProject, withinWindow } from '../selection/telemetry-scope.js'
import type { ReleaseRequest } from './read-releases.js'
import type { Origins, ReleaseContext } from './release-memory.js'
import { keyOf, ofReleases, type ReleaseName } from './release-names.js'
import type { SettledRows } from './settled-rows.js'

/** Fingerprints that were first seen in a release. */
interface Origin extends ReleaseName {
  fingerprints: string[]
}

/**
 * Number of the window's fingerprints first seen in each release, by `keyOf`. "First" considers all stored data in any
 * environment: an issue that appeared with a release counts for as long as it is seen. Of several releases in the same
 * millisecond, the first by name; events without a release come last. Settled days are read only if they aren't remembered.
 */
export async function readNewIssues(
  context: ReleaseContext,
  request: ReleaseRequest,
  { releases, settled }: { releases: readonly ReleaseName[]; settled: SettledRows | undefined },
): Promise<ReadonlyMap<string, number>> {
  if (releases.length === 0) return new Map()
  const seen = seenIn(request, releases)
  const before = settled && (await recallOrigins(context, request, settled))
  if (settled === undefined || before === undefined) return countAll(context.store, request, seen)
  const counts = new Map<string, number>()
  for (const { projectId, release, fingerprints } of await readSince(context.store, request, { seen, settled })) {
    const earlier = before.get(projectId)
    for (const fingerprint of fingerprints) {
      const key = keyOf({ projectId, release: earlier?.get(fingerprint) ?? release })
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return counts
}

function ofOwner({ scope }: ReleaseRequest): Filter {
  return allOf(ofOrganization(scope.organizationId), ofProject(scope.projectId))
}

/** Events that count an issue for the window. */
function seenIn({ scope, criteria }: ReleaseRequest, releases: readonly ReleaseName[]): Filter {
  return allOf(
    withinWindow('timestamp', scope.window),
    ofReleases(releases),
    whereEqual('environment', criteria.environment),
  )
}

async function countAll(
  store: TelemetryReader,
  request: ReleaseRequest,
  seen: Filter,
): Promise<ReadonlyMap<string, number>> {
  const owner = ofOwner(request)
  const { days, rows: rest } = divideWindow(
    'timestamp',
    { startMs: 0, untilMs: request.scope.window.untilMs },
    { prefix: 'kept', hasHours: false },
  )
  const parts = [days, rest].filter((part) => part !== undefined)
  const origins = originsOf(
    owner,
    parts,
    `(project_id, fingerprint) IN (
    SELECT project_id, fingerprint FROM events WHERE ${owner.sql} AND ${seen.sql})`,
  )
  const rows = await store.read<ReleaseName & { fingerprints: number }>({
    name: 'releasesNewIssues',
    sql: `SELECT projectId, origin AS release, count() AS fingerprints FROM (${origins.sql}) GROUP BY projectId, origin`,
    parameters: { ...origins.parameters, ...seen.parameters },
  })
  return new Map(rows.map((row) => [keyOf(row), row.fingerprints]))
}

/**
 * The release of the first event of each fingerprint in some parts of the data. The times of first events are read from
 * the projection by day; then only events of these times are read.
 */
function originsOf(owner: Filter, parts: readonly Filter[], condition: string): Filter {
  const firsts = parts.map(
    ({ sql }) => `
      SELECT project_id, fingerprint, min(timestamp) AS first
      FROM events WHERE ${owner.sql} AND (${sql}) GROUP BY project_id, fingerprint`,
  )
  return {
    sql: `
      SELECT project_id AS projectId, fingerprint, argMin(release, (release = '', release)) AS origin
      FROM events
      WHERE ${owner.sql} AND (project_id, timestamp, fingerprint) IN (
        SELECT project_id, min(first), fingerprint FROM (${firsts.join(' UNION ALL ')})
        WHERE ${condition}
        GROUP BY project_id, fingerprint)
      GROUP BY project_id, fingerprint`,
    parameters: allOf(owner, ...parts).parameters,
  }
}

/**
 * The releases that all fingerprints of settled days were first seen in, read only if they aren't remembered.
 * @returns undefined if the fingerprints were too many when they were read last: the next day decides again.
 */
function recallOrigins(
  { store, releaseMemory: { origins } }: ReleaseContext,
  request: ReleaseRequest,
  { rows, mark }: SettledRows,
): Promise<Origins | undefined> {
  const owner = ofOwner(request)
  const { sql, parameters } = originsOf(owner, [rows.events], 'true')
  const key = { organizationId: request.scope.organizationId, name: JSON.stringify(parameters) }
  const limit = limits.query.rememberedOriginsMax
  return recallOrRead(origins, { key, mark }, async () => {
    const read = await store.read<Origin>({
      name: 'releasesOrigins',
      sql: `
        SELECT projectId, origin AS release, groupArray(fingerprint) AS fingerprints
        FROM (${sql} LIMIT {limit:UInt32})
        GROUP BY projectId, origin`,
      parameters: { ...parameters, limit: limit + 1 },
    })
    const areTooMany = read.reduce((sum, { fingerprints }) => sum + fingerprints.length, 0) > limit
    return areTooMany ? 'too many' : toOrigins(read)
  })
}

function toOrigins(rows: readonly Origin[]): Origins {
  const origins = new Map<string, Map<string, string>>()
  for (const { projectId, release, fingerprints } of rows) {
    const ofOne = origins.get(projectId) ?? new Map<string, string>()
    origins.set(projectId, ofOne)
    for (const fingerprint of fingerprints) ofOne.set(fingerprint, release)
  }
  return origins
}

/** The window's fingerprints, by the release that they were first seen in since the settled days. */
function readSince(
  store: TelemetryReader,
  request: ReleaseRequest,
  { seen, settled }: { seen: Filter; settled: SettledRows },
): Promise<Origin[]> {
  const { startMs, untilMs } = request.scope.window
  const since = {
    sql: `timestamp >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')`,
    parameters: { sinceMs: settled.untilMs },
  }
  const either = withinMoments('timestamp', { startMs: Math.min(startMs, settled.untilMs), untilMs }, 'either')
  const filter = allOf(ofOwner(request), either)
  return store.read<Origin>({
    name: 'releasesNewIssues',
    sql: `
      SELECT projectId, origin AS release, groupArray(fingerprint) AS fingerprints
      FROM (
        SELECT project_id AS projectId, fingerprint,
          argMinIf(release, (timestamp, release = '', release), ${since.sql}) AS origin
        FROM events WHERE ${filter.sql}
        GROUP BY project_id, fingerprint
        HAVING countIf(${seen.sql}) > 0)
      GROUP BY projectId, origin`,
    parameters: { ...filter.parameters, ...since.parameters, ...seen.parameters },
  })
}
