import { hourMs, type IssueCounts, limits, type queryIssueCounts } from '@signalbox/contracts'
import type { ApiCaller, IssueReference, RouteHandler } from '@signalbox/service-kit'
import { allOf, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import { resolveTimeWindow, type TimeWindow } from '../selection/time-window.js'
import { divideWindow } from '../selection/whole-days.js'
import { meetingSearch } from './event-search.js'
import { occurrencesByHour } from './occurrences.js'
import { addToSeries, chooseSeriesIntervals, emptySeries, type SeriesIntervals } from './series-intervals.js'
import { countUsers, userSetSql } from './user-sets.js'

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
  for (const row of await readOccurrences(context, portion)) {
    const tally = tallyAt(row.position)
    if (tally === undefined) continue
    tally.events += row.events
    tally.firstMs = Math.min(tally.firstMs, row.firstMs)
    tally.lastMs = Math.max(tally.lastMs, row.lastMs)
    addToSeries(tally.series, intervals, { atMs: row.intervalMs, events: row.events })
  }
  for (const { position, users } of await readUsers(context, portion)) {
    const tally = tallyAt(position)
    if (tally !== undefined) tally.users = users
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
  intervalMs: number
  events: number
  firstMs: number
  lastMs: number
}

/** Occurrences by issue and interval; intervals below an hour, and what is searched, are counted from the rows. */
function readOccurrences({ store }: QueryContext, portion: Portion): Promise<Occurrences[]> {
  const { window, intervals } = portion
  const position = positionOf(portion)
  const filter = ofFingerprints(portion)
  const rows = allOf(filter, withinWindow('timestamp', window), portion.search)
  const source =
    intervals.lengthMs % hourMs === 0 && portion.search === undefined
      ? occurrencesByHour(filter, window)
      : {
          sql: `SELECT project_id, fingerprint, timestamp AS hour, times_seen AS quantity, timestamp AS earliest,
            timestamp AS latest FROM events WHERE ${rows.sql}`,
          parameters: rows.parameters,
        }
  return store.read<Occurrences>({
    name: 'issueOccurrences',
    sql: `
      SELECT ${position.sql} AS position,
        intDiv(toUnixTimestamp64Milli(toDateTime64(hour, 3, 'UTC')), {intervalMs:Int64}) * {intervalMs:Int64} AS intervalMs,
        sum(quantity) AS events, toUnixTimestamp64Milli(min(earliest)) AS firstMs,
        toUnixTimestamp64Milli(max(latest)) AS lastMs
      FROM (${source.sql})
      GROUP BY position, intervalMs`,
    parameters: { ...source.parameters, ...position.parameters, intervalMs: intervals.lengthMs },
  })
}

function readUsers({ store }: QueryContext, portion: Portion): Promise<{ position: number; users: number }[]> {
  const position = positionOf(portion)
  const ranges = userRanges(portion).map((range) => allOf(ofFingerprints(portion), range, portion.search))
  const sets = ranges.map(
    ({ sql }) => `
      SELECT project_id, fingerprint, ${userSetSql} AS userSet
      FROM events WHERE ${sql}
      GROUP BY organization_id, project_id, fingerprint`,
  )
  return store.read<{ position: number; users: number }>({
    name: 'issueUsers',
    sql: `
      SELECT ${position.sql} AS position, ${countUsers('userSet')} AS users
      FROM (${sets.join(' UNION ALL ')})
      GROUP BY position`,
    parameters: { ...allOf(...ranges).parameters, ...position.parameters },
  })
}

/** Users of whole days are summed up in the store, where nothing is searched. */
function userRanges({ window, search }: Portion): Filter[] {
  if (search !== undefined) return [withinWindow('timestamp', window)]
  const { days, rows } = divideWindow('timestamp', window, { prefix: 'users', hasHours: false })
  return [days, rows].filter((range) => range !== undefined)
}

function toCounts(issueId: string, { events, users, firstMs, lastMs, series }: Tally): IssueCounts {
  const timeOf = (moment: number) => (events === 0 ? null : new Date(moment).toISOString())
  return { issue_id: issueId, events, users, first_seen_at: timeOf(firstMs), last_seen_at: timeOf(lastMs), series }
}
