import { limits } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { recallOrRead } from '../memory/marked-memory.js'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import { ofOrganization, ofProject } from '../selection/telemetry-scope.js'
import { withinMoments } from '../selection/whole-days.js'
import type { ReleaseRequest } from './read-releases.js'
import type { FirstTimes, ReleaseContext } from './release-memory.js'
import { keyOf, ofReleases, type ReleaseName } from './release-names.js'
import type { Rows, SettledRows } from './settled-rows.js'

/**
 * Time of the first stored session or event, Unix milliseconds, by `keyOf`, in the requested environment. Settled days
 * are read only if they aren't remembered.
 */
export async function readFirstSeen(
  context: ReleaseContext,
  request: ReleaseRequest,
  { releases, settled }: { releases: readonly ReleaseName[]; settled: SettledRows | undefined },
): Promise<FirstTimes> {
  if (releases.length === 0) return new Map()
  const wanted = allOf(inPlace(request), ofReleases(releases))
  const readSince = (startMs: number) =>
    readFirstTimes(context.store, eachOf(wanted, between(startMs, request.scope.window.untilMs)))
  const before = settled && (await recallFirstTimes(context, request, settled))
  if (settled === undefined || before === undefined) return readSince(0)
  return earliestOf(releases, [before, await readSince(settled.untilMs)])
}

/** Rows of the requested environment. */
function inPlace({ scope, criteria }: ReleaseRequest): Filter {
  return allOf(
    ofOrganization(scope.organizationId),
    ofProject(scope.projectId),
    whereEqual('environment', criteria.environment),
  )
}

function between(startMs: number, untilMs: number): Rows {
  const within = (column: string) => withinMoments(column, { startMs, untilMs }, 'seen')
  return { events: within('timestamp'), sessions: within('started') }
}

function eachOf(wanted: Filter, { events, sessions }: Rows): Rows {
  return { events: allOf(wanted, events), sessions: allOf(wanted, sessions) }
}

/**
 * First times of all releases in settled days, read only if they aren't remembered.
 * @returns undefined if the releases were too many when they were read last: the next day decides again.
 */
function recallFirstTimes(
  { store, releaseMemory: { firstTimes } }: ReleaseContext,
  request: ReleaseRequest,
  { rows: settled, mark }: SettledRows,
): Promise<FirstTimes | undefined> {
  const rows = eachOf(inPlace(request), settled)
  const key = { organizationId: request.scope.organizationId, name: JSON.stringify(rows.events.parameters) }
  const limit = limits.query.rememberedReleasesMax
  return recallOrRead(firstTimes, { key, mark }, async () => {
    const times = await readFirstTimes(store, rows, limit + 1)
    return times.size > limit ? 'too many' : times
  })
}

async function readFirstTimes(store: TelemetryReader, { events, sessions }: Rows, limit?: number): Promise<FirstTimes> {
  const rows = await store.read<ReleaseName & { firstSeenMs: number }>({
    name: 'releasesFirstSeen',
    sql: `
      SELECT projectId, name AS release, toUnixTimestamp64Milli(min(seen)) AS firstSeenMs
      FROM (${firstByHash('sessions', 'started', sessions)} UNION ALL ${firstByHash('events', 'timestamp', events)})
      GROUP BY projectId, name
      ${limit === undefined ? '' : 'LIMIT {limit:UInt32}'}`,
    parameters: { ...sessions.parameters, ...events.parameters, ...(limit !== undefined && { limit }) },
  })
  return new Map(rows.map((row) => [keyOf(row), row.firstSeenMs]))
}

// Grouping all rows by two names takes the store twice as long as by their hashes.
function firstByHash(table: string, timeColumn: string, { sql }: Filter): string {
  return `
    SELECT any(project_id) AS projectId, any(release) AS name, min(${timeColumn}) AS seen
    FROM ${table} WHERE ${sql} GROUP BY cityHash64(project_id), cityHash64(release)`
}

function earliestOf(releases: readonly ReleaseName[], parts: readonly FirstTimes[]): FirstTimes {
  return new Map(
    releases.map(keyOf).flatMap((key) => {
      const times = parts.flatMap((part) => part.get(key) ?? [])
      return times.length === 0 ? [] : [[key, Math.min(...times)] as const]
    }),
  )
}
