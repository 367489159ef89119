import { limits, type ErrorGroup, type queryErrorGroups } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { allOf } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, ofProject, withinScope, type TelemetryScope } from '../selection/telemetry-scope.js'
import { resolveSplit } from '../selection/time-window.js'
import { readFrames } from './event-frames.js'
import { resolveRangeScope } from './range-scope.js'
import { readProjectNames, taggedService } from './project-names.js'

type ErrorGroupsQuery = Parameters<RouteHandler<typeof queryErrorGroups>>[0]['query']

interface StoredGroup {
  projectId: string
  fingerprint: string
  count: number
  countBefore: number
  firstMs: number
  lastMs: number
  releases: string[]
  total: number
}

interface StoredExample {
  projectId: string
  fingerprint: string
  eventId: string
  tagged: string
  level: string
  type: string
  message: string
  culprit: string
  payload: string
}

/** Before the range, Unix milliseconds. */
interface History {
  firstEverMs: number
  lastBeforeMs: number
}

const keyOf = (projectId: string, id: string) => `${projectId}:${id}`

/**
 * Errors by fingerprint, in three steps: counts over the range; then, for the returned groups only, their history before
 * it, and one example each.
 */
export async function listErrorGroups(context: QueryContext, caller: ApiCaller, query: ErrorGroupsQuery) {
  const scope = await resolveRangeScope(context, caller, query)
  const splitMs = resolveSplit(query.split, scope.window)
  const groups = await readGroups(context, scope, { splitMs, limit: query.limit })
  const histories = await readHistories(context, scope, groups)
  const examples = await readExamples(context, scope, groups)
  const names = await readProjectNames(
    context,
    scope.organizationId,
    groups.map(({ projectId }) => projectId),
  )
  return {
    groups: groups.map((group) => {
      const history = histories.get(keyOf(group.projectId, group.fingerprint))
      const example = examples.get(keyOf(group.projectId, group.fingerprint))
      return toGroup(group, { history, example, project: names.get(group.projectId) ?? group.projectId })
    }),
    total: groups[0]?.total ?? 0,
  }
}

function readGroups(
  { store }: QueryContext,
  scope: TelemetryScope,
  { splitMs, limit }: { splitMs: number; limit: number },
): Promise<StoredGroup[]> {
  const filter = withinScope(scope, 'timestamp')
  return store.read<StoredGroup>({
    name: 'errorGroups',
    sql: `
      SELECT project_id AS projectId, fingerprint, sum(times_seen) AS count,
        sumIf(times_seen, timestamp < fromUnixTimestamp64Milli({splitMs:Int64}, 'UTC')) AS countBefore,
        toUnixTimestamp64Milli(min(timestamp)) AS firstMs, toUnixTimestamp64Milli(max(timestamp)) AS lastMs,
        arraySlice(arraySort(groupUniqArrayIf(release, release != '')), 1, 20) AS releases,
        count() OVER () AS total
      FROM events
      WHERE ${filter.sql} AND level IN ('error', 'fatal')
      GROUP BY projectId, fingerprint
      ORDER BY count - countBefore DESC, projectId, fingerprint
      LIMIT {limit:UInt32}`,
    parameters: { ...filter.parameters, splitMs, limit },
  })
}

// Whole days come from the projection by day, the beginning of the range's first day from its events.
async function readHistories(
  { store }: QueryContext,
  { organizationId, projectId, window }: TelemetryScope,
  groups: readonly StoredGroup[],
): Promise<ReadonlyMap<string, History>> {
  if (groups.length === 0) return new Map()
  const filter = allOf(ofOrganization(organizationId), ofProject(projectId), {
    sql: 'fingerprint IN {fingerprints:Array(String)}',
    parameters: { fingerprints: groups.map(({ fingerprint }) => fingerprint) },
  })
  const rows = await store.read<History & { projectId: string; fingerprint: string }>({
    name: 'errorGroupHistories',
    sql: `
      WITH fromUnixTimestamp64Milli({startMs:Int64}, 'UTC') AS rangeStart
      SELECT project_id AS projectId, fingerprint, toUnixTimestamp64Milli(min(earliest)) AS firstEverMs,
        toUnixTimestamp64Milli(max(latest)) AS lastBeforeMs
      FROM (
        SELECT project_id, fingerprint, min(timestamp) AS earliest, max(timestamp) AS latest
        FROM events WHERE ${filter.sql} AND toDate(timestamp) < toDate(rangeStart)
        GROUP BY organization_id, project_id, fingerprint, toDate(timestamp)
        UNION ALL
        SELECT project_id, fingerprint, min(timestamp) AS earliest, max(timestamp) AS latest
        FROM events WHERE ${filter.sql} AND timestamp >= toStartOfDay(rangeStart) AND timestamp < rangeStart
        GROUP BY project_id, fingerprint)
      GROUP BY projectId, fingerprint`,
    parameters: { ...filter.parameters, startMs: window.startMs },
  })
  return new Map(rows.map((row) => [keyOf(row.projectId, row.fingerprint), row]))
}

// The newest event of each group. Its time equals the group's last occurrence, which tells where it is stored.
async function readExamples(
  { store }: QueryContext,
  scope: TelemetryScope,
  groups: readonly StoredGroup[],
): Promise<ReadonlyMap<string, StoredExample>> {
  if (groups.length === 0) return new Map()
  const filter = allOf(withinScope(scope, 'timestamp'), {
    sql: `fingerprint IN {fingerprints:Array(String)} AND timestamp IN (
        SELECT fromUnixTimestamp64Milli(arrayJoin({lastMs:Array(Int64)}), 'UTC'))`,
    parameters: {
      fingerprints: groups.map(({ fingerprint }) => fingerprint),
      lastMs: [...new Set(groups.map(({ lastMs }) => lastMs))],
    },
  })
  const rows = await store.read<StoredExample>({
    name: 'errorGroupExamples',
    sql: `
      SELECT project_id AS projectId, fingerprint, event_id AS eventId, ${taggedService} AS tagged, level, exception_type AS type,
        substringUTF8(if(exception_value != '', exception_value, message), 1, {lengthMax:UInt32}) AS message, culprit,
        if(length(payload) <= {payloadBytesMax:UInt32}, payload, '') AS payload
      FROM events
      WHERE ${filter.sql} AND level IN ('error', 'fatal')
      ORDER BY timestamp DESC, event_id DESC
      LIMIT 1 BY projectId, fingerprint`,
    parameters: { ...filter.parameters, lengthMax: limits.query.exampleLengthMax, payloadBytesMax: 100_000 },
  })
  return new Map(rows.map((row) => [keyOf(row.projectId, row.fingerprint), row]))
}

function toGroup(
  group: StoredGroup,
  known: { history: History | undefined; example: StoredExample | undefined; project: string },
): ErrorGroup {
  const { history, example, project } = known
  const timeOf = (moment: number) => new Date(moment).toISOString()
  return {
    fingerprint: group.fingerprint,
    project_id: group.projectId,
    service: example === undefined || example.tagged === '' ? project : example.tagged,
    count: group.count,
    count_before: group.countBefore,
    first: timeOf(group.firstMs),
    last: timeOf(group.lastMs),
    first_ever: timeOf(history?.firstEverMs ?? group.firstMs),
    last_before_range: history === undefined ? null : timeOf(history.lastBeforeMs),
    releases: group.releases,
    event_id: example?.eventId ?? '',
    level: example?.level ?? 'error',
    type: example?.type ?? '',
    message: example?.message ?? '',
    culprit: example?.culprit ?? '',
    frames: readFrames(example?.payload ?? ''),
  }
}
