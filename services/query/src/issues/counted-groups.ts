import type { CountedGroup, queryIssueRanking } from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'
import type { Filter } from '../selection/filter.js'
import type { TimeWindow } from '../selection/time-window.js'
import { chooseSeriesIntervals, type SeriesIntervals } from './series-intervals.js'

type Query = Parameters<RouteHandler<typeof queryIssueRanking>>[0]['query']

/**
 * The columns that a ranking adds to count its first groups in full. A search reads the texts of all events, so a second
 * pass for the counts would take as long as the ranking itself.
 */
export interface GroupCounts {
  intervals: SeriesIntervals
  /** How many groups are counted. */
  groupsMax: number
  /** Of the sums over events. */
  ofEvents: string
  /** Of the groups, ranked by an expression. */
  ofRanked(rank: string): string
  /** Of the lists by project. */
  ofProjects: string
  parameters: Filter['parameters']
}

/** One counted group: fingerprint, events, users, first and last event in Unix milliseconds, series. */
export type CountedRow = [
  fingerprint: string,
  events: number,
  users: number,
  firstMs: number,
  lastMs: number,
  series: number[],
]

/** @returns undefined if the request counts no groups. */
export function groupCountsOf(
  window: TimeWindow,
  { counted, intervals: intervalsMax }: Query,
): GroupCounts | undefined {
  if (counted === undefined) return undefined
  const intervals = chooseSeriesIntervals(window, intervalsMax)
  const { count } = intervals
  // Events beyond the last interval count there, as in the counts of issues.
  const interval = `least(intDiv(toUnixTimestamp64Milli(timestamp) - {seriesStartMs:Int64}, {intervalMs:Int64}), ${count - 1})`
  return {
    intervals,
    groupsMax: counted,
    ofEvents: `, sumResample(0, ${count}, 1)(times_seen, toUInt32(greatest(${interval}, 0))) AS series`,
    ofRanked: (rank) => `, (fingerprint, events, users, firstMs, lastMs, sumForEach(series)) AS counts,
        row_number() OVER (ORDER BY ${rank} DESC, projectId, fingerprint) AS place`,
    ofProjects: `,
        groupArrayIf(counts, place <= {counted:UInt32}) AS counted`,
    parameters: { counted, seriesStartMs: intervals.startMs, intervalMs: intervals.lengthMs },
  }
}

/** The counted groups of all projects, as in the contract. */
export function toCountedGroups(
  projects: readonly { project_id: string; counted?: readonly CountedRow[] }[],
  { startMs, lengthMs }: SeriesIntervals,
) {
  const groups = projects.flatMap(({ project_id, counted = [] }) =>
    counted.map(([fingerprint, events, users, firstMs, lastMs, series]): CountedGroup => {
      const times = { first_seen_at: new Date(firstMs).toISOString(), last_seen_at: new Date(lastMs).toISOString() }
      return { project_id, fingerprint, events, users, ...times, series }
    }),
  )
  return { groups, series_start: new Date(startMs).toISOString(), interval_seconds: lengthMs / 1_000 }
}
