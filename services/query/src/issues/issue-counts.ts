import { type IssueCounts, limits, type queryIssueCounts } from '@signalbox/contracts'
import type { ApiCaller, IssueReference, RouteHandler } from '@signalbox/service-kit'
import { resolveTimeWindow } from '../selection/time-window.js'
import { matchingSearch } from './event-search.js'
import type { IssueContext } from './issue-memory.js'
import type { Portion } from './issue-occurrences.js'
import { readPortion } from './remembered-occurrences.js'
import { addToSeries, chooseSeriesIntervals, emptySeries, type SeriesIntervals } from './series-intervals.js'

type Query = Parameters<RouteHandler<typeof queryIssueCounts>>[0]['query']

/** Counts of one issue. Times are Unix milliseconds. */
interface Tally {
  events: number
  users: number
  firstMs: number
  lastMs: number
  series: number[]
}

/** Issue counts, exact over all of their fingerprints. */
export async function listIssueCounts(context: IssueContext, caller: ApiCaller, query: Query) {
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

async function countPortion(context: IssueContext, portion: Portion): Promise<ReadonlyMap<string, Tally>> {
  const { issues, intervals } = portion
  const tallies = new Map(issues.map(({ id }) => [id, emptyTally(intervals)]))
  for (const row of await readPortion(context, portion)) {
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

function toCounts(issueId: string, { events, users, firstMs, lastMs, series }: Tally): IssueCounts {
  const timeOf = (moment: number) => (events === 0 ? null : new Date(moment).toISOString())
  return { issue_id: issueId, events, users, first_seen_at: timeOf(firstMs), last_seen_at: timeOf(lastMs), series }
}
