import { dayMs, hourMs, type IssueCounts, limits, type queryIssueCounts } from '@signalbox/contracts'
import type { ApiCaller, IssueReference, RouteHandler } from '@signalbox/service-kit'
import { allOf, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import { resolveTimeWindow, type TimeWindow } from '../selection/time-window.js'
import { divideWindow } from '../selection/whole-days.js'
import { meetingSearch } from './event-search.js'
import { occurrencesByHour } from './occurrences.js'
import { addToSeries, chooseSeriesIntervals, emptySeries, type SeriesIntervals } from './series-intervals.js'
import { countUsers, uniteUsers, userSetSql } from './user-sets.js'

type Query = Parameters<RouteHandler<typeof queryIssueCounts>>[0]['query']

/** Some of the issues, whose fingerprints fit into one statement. */
interface Portion {
  organizationId: string
  window: TimeWindow
  intervals: SeriesIntervals
  issues: readonly IssueReference[]
  /** Which events count; all when left out. */
  search: Filter | undefined
}

/** Of one issue. Times are Unix milliseconds. */
interface Tally {
  events: number
  users: number
  firstMs: number
  lastMs: number
  series: number[]
}

/** Counts of issues, exact over all of their fingerprints. */
export async function listIssueCounts(context: QueryContext, caller: ApiCaller, query: Query) {
  const { organizationId } = caller
  const window = resolveTimeWindow(query, context.clock())
  const intervals = chooseSeriesIntervals(window, query.intervals)
  const search = meetingSearch('search', query.search, context.clock())
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

/** Issues whose fingerprints can be named in one statement; one issue has no more than that. */
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
  const tallyAt = (position: number) => tallies.get(issues[position]?.id ?? '')
  const [counted, users] = await Promise.all([readOccurrences(context, portion), readUsersApart(context, portion)])
  for (const row of counted) {
    const tally = tallyAt(row.position)
    if (tally === undefined) continue
    Object.assign(tally, { events: row.events, users: row.users, firstMs: row.firstMs, lastMs: row.lastMs })
    row.starts.forEach((atMs, index) => {
      addToSeries(tally.series, intervals, { atMs, events: row.quantities[index] ?? 0 })
    })
  }
  for (const row of users) {
    const tally = tallyAt(row.position)
    if (tally !== undefined) tally.users = row.users
  }
  return tallies
}

function emptyTally(intervals: SeriesIntervals): Tally {
  return { events: 0, users: 0, firstMs: Infinity, lastMs: -Infinity, series: emptySeries(intervals) }
}

/** Rows of the issues' fingerprints; those of another project's issue of the same fingerprint may be among them. */
function ofFingerprints({ organizationId, issues }: Portion): Filter {
  return allOf(ofOrganization(organizationId), {
    sql: 'project_id IN {projects:Array(String)} AND fingerprint IN {fingerprints:Array(String)}',
    parameters: {
      projects: [...new Set(issues.map(({ projectId }) => projectId))],
      fingerprints: [...new Set(issues.flatMap(({ fingerprints }) => fingerprints))],
    },
  })
}

/** Which of the portion's issues a row belongs to, as SQL: its position, or as many as there are for none of them. */
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
  /** 0 where they are read apart. */
  users: number
  firstMs: number
  lastMs: number
  /** Where intervals begin, Unix milliseconds, and how often it happened in each. */
  starts: number[]
  quantities: number[]
}

/** Occurrences of each issue, by interval. */
function readOccurrences({ store }: QueryContext, portion: Portion): Promise<Occurrences[]> {
  const position = positionOf(portion)
  const source = occurrencesOf(portion)
  return store.read<Occurrences>({
    name: 'issueOccurrences',
    sql: `
      SELECT position, sum(intervalEvents) AS events, ${hasUsersApart(portion) ? '0' : countUsers('intervalUsers')} AS users,
        min(intervalFirstMs) AS firstMs, max(intervalLastMs) AS lastMs,
        groupArray(intervalMs) AS starts, groupArray(intervalEvents) AS quantities
      FROM (
        SELECT ${position.sql} AS position,
          intDiv(toUnixTimestamp(moment) * 1000, {intervalMs:Int64}) * {intervalMs:Int64} AS intervalMs,
          sum(quantity) AS intervalEvents, toUnixTimestamp64Milli(min(earliest)) AS intervalFirstMs,
          toUnixTimestamp64Milli(max(latest)) AS intervalLastMs
          ${hasUsersApart(portion) ? '' : `, ${uniteUsers('userSet')} AS intervalUsers`}
        FROM (${source.sql})
        GROUP BY position, intervalMs)
      GROUP BY position`,
    parameters: { ...source.parameters, ...position.parameters, intervalMs: portion.intervals.lengthMs },
  })
}

/** Sums by hour know no users, as those by day do. */
function hasUsersApart({ intervals: { lengthMs }, search }: Portion): boolean {
  return search === undefined && lengthMs % hourMs === 0 && lengthMs % dayMs !== 0
}

/** Columns project_id, fingerprint, moment, quantity, earliest, latest, and userSet where users are not read apart. */
function occurrencesOf(portion: Portion): Filter {
  const { window, intervals, search } = portion
  const filter = ofFingerprints(portion)
  if (hasUsersApart(portion)) return occurrencesByHour(filter, window)
  const isByDay = search === undefined && intervals.lengthMs % dayMs === 0
  const { days, rows } = isByDay
    ? divideWindow('timestamp', window, { prefix: 'counted', hasHours: false })
    : { days: undefined, rows: withinWindow('timestamp', window) }
  const parts = [
    { range: days, unit: 'toDate(timestamp)' },
    { range: rows, unit: "toStartOfInterval(timestamp, toIntervalSecond({intervalSeconds:UInt32}), 'UTC')" },
  ].flatMap(({ range, unit }) => (range === undefined ? [] : [{ ...allOf(filter, range, search), unit }]))
  const sums = parts.map(
    ({ sql, unit }) => `
      SELECT project_id, fingerprint, toDateTime(${unit}, 'UTC') AS moment, sum(times_seen) AS quantity, min(timestamp) AS earliest,
        max(timestamp) AS latest, ${userSetSql} AS userSet
      FROM events WHERE ${sql}
      GROUP BY organization_id, project_id, fingerprint, ${unit}`,
  )
  return {
    sql: sums.join(' UNION ALL '),
    parameters: { ...allOf(...parts).parameters, intervalSeconds: intervals.lengthMs / 1_000 },
  }
}

interface CountedUsers {
  position: number
  users: number
}

/** Users of each issue where occurrences are summed up without them; those of whole days are kept as sets in the store. */
async function readUsersApart({ store }: QueryContext, portion: Portion): Promise<CountedUsers[]> {
  if (!hasUsersApart(portion)) return []
  const position = positionOf(portion)
  const { days, rows } = divideWindow('timestamp', portion.window, { prefix: 'users', hasHours: false })
  const ranges = [days, rows].flatMap((range) => (range === undefined ? [] : [allOf(ofFingerprints(portion), range)]))
  const sets = ranges.map(
    ({ sql }) => `
      SELECT project_id, fingerprint, ${userSetSql} AS userSet
      FROM events WHERE ${sql}
      GROUP BY organization_id, project_id, fingerprint`,
  )
  return store.read<CountedUsers>({
    name: 'issueUsers',
    sql: `
      SELECT ${position.sql} AS position, ${countUsers('userSet')} AS users
      FROM (${sets.join(' UNION ALL ')})
      GROUP BY position`,
    parameters: { ...allOf(...ranges).parameters, ...position.parameters },
  })
}

function toCounts(issueId: string, { events, users, firstMs, lastMs, series }: Tally): IssueCounts {
  const timeOf = (moment: number) => (events === 0 ? null : new Date(moment).toISOString())
  return { issue_id: issueId, events, users, first_seen_at: timeOf(firstMs), last_seen_at: timeOf(lastMs), series }
}
