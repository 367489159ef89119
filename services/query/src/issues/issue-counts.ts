import { dayMs, type IssueCounts, limits, type queryIssueCounts } from '@signalbox/contracts'
import type { ApiCaller, IssueReference, RouteHandler } from '@signalbox/service-kit'
import { allOf, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import { resolveTimeWindow, type TimeWindow } from '../selection/time-window.js'
import { divideWindow } from '../selection/whole-days.js'
import { matchingSearch } from './event-search.js'
import { addToSeries, chooseSeriesIntervals, emptySeries, type SeriesIntervals } from './series-intervals.js'
import { countUsers, userSetSql } from './user-sets.js'

type Query = Parameters<RouteHandler<typeof queryIssueCounts>>[0]['query']

/** Some of the issues, whose fingerprints fit into one statement. */
interface Portion {
  organizationId: string
  window: TimeWindow
  intervals: SeriesIntervals
  issues: readonly IssueReference[]
  /** Which events count; all by default. */
  search: Filter | undefined
}

/** Counts of one issue. Times are Unix milliseconds. */
interface Tally {
  events: number
  users: number
  firstMs: number
  lastMs: number
  series: number[]
}

/** Issue counts, exact over all of their fingerprints. */
export async function listIssueCounts(context: QueryContext, caller: ApiCaller, query: Query) {
  const { organizationId } = caller
  const window = resolveTimeWindow(query, context.clock())
  const intervals = chooseSeriesIntervals(window, query.intervals)
  const search = matchingSearch('search', query.search, context.clock())
  const found = await context.issues.findIssues(organizationId, query.issue_id)
  const different = new Map([...found.values()].map((issue) => [issue.id, issue]))
  const tallies = new Map<string, Tally>()
  for (const issues of portionsOf([...different.values()])) {
    for (const [id, tally] of await countPortion(context, { organizationId, window, intervals, issues, search })) {
      tallies.set(id, tally)
    }
  }
  const issues = query.issue_id.flatMap((id) => {
    const tally = tallies.get(found.get(id)?.id ?? '')
    return tally === undefined ? [] : [toCounts(id, tally)]
  })
  const { startMs, lengthMs } = intervals
  return { issues, series_start: new Date(startMs).toISOString(), interval_seconds: lengthMs / 1_000 }
}

/** Issues whose fingerprints fit into one statement; a single issue never has more. */
function portionsOf(issues: readonly IssueReference[]): IssueReference[][] {
  const portions: IssueReference[][] = []
  let room = 0
  for (const issue of issues) {
    if (room < issue.fingerprints.length) {
      portions.push([])
      room = limits.issue.countedFingerprintsMax
    }
    portions.at(-1)?.push(issue)
    room -= issue.fingerprints.length
  }
  return portions
}

async function countPortion(context: QueryContext, portion: Portion): Promise<ReadonlyMap<string, Tally>> {
  const { issues, intervals } = portion
  const tallies = new Map(issues.map(({ id }) => [id, emptyTally(intervals)]))
  for (const row of await readOccurrences(context, portion)) {
    const tally = tallies.get(issues[row.position]?.id ?? '')
    if (tally === undefined) continue
    Object.assign(tally, { events: row.events, users: row.users, firstMs: row.firstMs, lastMs: row.lastMs })
    row.starts.forEach((atMs, index) => {
      addToSeries(tally.series, intervals, { atMs, events: row.quantities[index] ?? 0 })
    })
  }
  return tallies
}

function emptyTally(intervals: SeriesIntervals): Tally {
  return { events: 0, users: 0, firstMs: Infinity, lastMs: -Infinity, series: emptySeries(intervals) }
}

/** Rows with the issues' fingerprints; may include another project's issue with the same fingerprint. */
function ofFingerprints({ organizationId, issues }: Portion): Filter {
  return allOf(ofOrganization(organizationId), {
    sql: 'project_id IN {projects:Array(String)} AND fingerprint IN {fingerprints:Array(String)}',
    parameters: {
      projects: [...new Set(issues.map(({ projectId }) => projectId))],
      fingerprints: [...new Set(issues.flatMap(({ fingerprints }) => fingerprints))],
    },
  })
}

/** Index of the portion's issue that a row belongs to, as SQL; equal to their number if it is none of them. */
function positionOf({ issues }: Portion): Filter {
  const owned = issues.flatMap((issue, position) =>
    issue.fingerprints.map((fingerprint) => ({ key: `${issue.projectId}:${fingerprint}`, position })),
  )
  return {
    sql: `transform(concat(project_id, ':', toString(fingerprint)), {owned:Array(String)}, {owners:Array(UInt32)}, {nobody:UInt32})`,
    parameters: {
      owned: owned.map(({ key }) => key),
      owners: owned.map(({ position }) => position),
      nobody: issues.length,
    },
  }
}

interface Occurrences {
  position: number
  events: number
  users: number
  firstMs: number
  lastMs: number
  /** Interval starts, Unix milliseconds, and the occurrences in each. A start may occur twice. */
  starts: number[]
  quantities: number[]
}

/**
 * Occurrences of each issue, by interval. They are summed by fingerprint first: finding the issue of each row would
 * take longer than everything else.
 */
function readOccurrences({ store }: QueryContext, portion: Portion): Promise<Occurrences[]> {
  const position = positionOf(portion)
  const source = sourceOf(portion)
  return store.read<Occurrences>({
    name: 'issueOccurrences',
    sql: `
      SELECT ${position.sql} AS position, sum(quantity) AS events, ${countUsers('userSet')} AS users,
        toUnixTimestamp64Milli(min(earliest)) AS firstMs, toUnixTimestamp64Milli(max(latest)) AS lastMs,
        groupArray(startMs) AS starts, groupArray(quantity) AS quantities
      FROM (${source.sql})
      GROUP BY position`,
    parameters: { ...source.parameters, ...position.parameters, intervalMs: portion.intervals.lengthMs },
  })
}

/**
 * For up to this many fingerprints, reading the events is faster than reading the daily sums, which contain the users
 * of all fingerprints.
 */
const readByEventMax = 2

/**
 * Columns project_id, fingerprint, startMs, quantity, earliest, latest and userSet. Complete days of many fingerprints
 * are read from sums in the store; otherwise the events are read, which are stored in fingerprint order.
 */
function sourceOf(portion: Portion): Filter {
  const { window, intervals, search, issues } = portion
  const isMany = issues.reduce((sum, { fingerprints }) => sum + fingerprints.length, 0) > readByEventMax
  const isByDay = isMany && search === undefined && intervals.lengthMs % dayMs === 0
  const { days, rows } = isByDay
    ? divideWindow('timestamp', window, { prefix: 'counted', hasHours: false })
    : { days: undefined, rows: withinWindow('timestamp', window) }
  const parts = [
    { range: days, unit: 'toDate(timestamp)', startMs: "toUnixTimestamp(toDateTime(toDate(timestamp), 'UTC')) * 1000" },
    {
      range: rows,
      unit: 'startMs',
      startMs: 'intDiv(toUnixTimestamp64Milli(timestamp), {intervalMs:Int64}) * {intervalMs:Int64}',
    },
  ].flatMap(({ range, ...how }) =>
    range === undefined ? [] : [{ ...how, ...allOf(ofFingerprints(portion), range, search) }],
  )
  const sums = parts.map(
    ({ sql, unit, startMs }) => `
      SELECT project_id, fingerprint, ${startMs} AS startMs, sum(times_seen) AS quantity, min(timestamp) AS earliest,
        max(timestamp) AS latest, ${userSetSql} AS userSet
      FROM events WHERE ${sql}
      GROUP BY organization_id, project_id, fingerprint, ${unit}`,
  )
  return { sql: sums.join(' UNION ALL '), parameters: allOf(...parts).parameters }
}

function toCounts(issueId: string, { events, users, firstMs, lastMs, series }: Tally): IssueCounts {
  const timeOf = (moment: number) => (events === 0 ? null : new Date(moment).toISOString())
  return { issue_id: issueId, events, users, first_seen_at: timeOf(firstMs), last_seen_at: timeOf(lastMs), series }
}
