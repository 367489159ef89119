import { dayMs } from '@signalbox/contracts'
import { allOf, type Filter } from '../selection/filter.js'
import { ofOrganization, ofProject, type TelemetryScope } from '../selection/telemetry-scope.js'
import type { TimeWindow } from '../selection/time-window.js'
import { divideWindow, withinMoments } from '../selection/whole-days.js'
import type { GroupCounts } from './counted-groups.js'
import { userSetSql } from './user-sets.js'

/**
 * Columns project_id, fingerprint, quantity, earliest, latest, isRecent, and userSet if users are requested, and those
 * of counted groups.
 */
export function groupsOf(scope: TelemetryScope, selection: GroupSelection, some: readonly Source[]): Filter {
  const { search, withUsers, recentMs, counts } = selection
  const filter = allOf(ofOrganization(scope.organizationId), ofProject(scope.projectId), search)
  const sources = some.map(({ range, isRecent }) => ({ ...allOf(filter, range), isRecent }))
  // Each source is grouped only by the keys of the result, which the store computes from the projection without the
  // hours or days in between: grouping by these as well would yield nearly as many groups as rare events.
  const sql = sources.map(
    ({ sql: where, isRecent }) => `
    SELECT project_id, fingerprint, sum(times_seen) AS quantity, min(timestamp) AS earliest, max(timestamp) AS latest,
      ${isRecent} AS isRecent${withUsers ? `, ${userSetSql} AS userSet` : ''}${counts?.ofEvents ?? ''}
    FROM events WHERE ${where}
    GROUP BY project_id, fingerprint, isRecent`,
  )
  const parameters = { ...allOf(...sources).parameters, ...(recentMs !== undefined && { recentMs }) }
  return { sql: sql.join(' UNION ALL '), parameters }
}

export interface GroupSelection {
  search: Filter | undefined
  withUsers: boolean
  /** Start of the recent part of the window, Unix milliseconds; undefined if it isn't distinguished. */
  recentMs: number | undefined
  /** Undefined unless groups are also counted in full. */
  counts: GroupCounts | undefined
  /** Start of the first day whose sums aren't remembered, Unix milliseconds; undefined if none are. */
  settledUntilMs: number | undefined
}

/** What one subquery reads. */
export interface Source {
  range: Filter
  /** SQL: 1 for rows, or sums of rows, in the recent part of the window, else 0. */
  isRecent: string
  /** True for days whose sums are remembered. */
  isSettled: boolean
}

/**
 * The subqueries of a window. Planning one takes the store as long as reading many sums, so the same subqueries read both
 * parts of the window unless a day would have to be split.
 */
export function sourcesOf({ startMs, untilMs }: TimeWindow, selection: GroupSelection): Source[] {
  const { search, recentMs } = selection
  const whole = rangesOf({ prefix: 'whole', window: { startMs, untilMs } }, selection)
  if (recentMs === undefined) return whole.map((source) => ({ ...source, isRecent: '0' }))
  if (search !== undefined || recentMs % dayMs === 0) return whole
  const before = rangesOf({ prefix: 'before', window: { startMs, untilMs: recentMs } }, selection)
  const recent = rangesOf({ prefix: 'recent', window: { startMs: recentMs, untilMs } }, selection)
  return [
    ...before.map((source) => ({ ...source, isRecent: '0' })),
    ...recent.map((source) => ({ ...source, isRecent: '1' })),
  ]
}

interface WindowPart {
  prefix: string
  window: Pick<TimeWindow, 'startMs' | 'untilMs'>
}

const recentStart = "fromUnixTimestamp64Milli({recentMs:Int64}, 'UTC')"

/** Searches need the rows themselves; users are summed by day, everything else also by hour. */
function rangesOf({ prefix, window }: WindowPart, { search, withUsers, settledUntilMs }: GroupSelection): Source[] {
  const isRecent = `timestamp >= ${recentStart}`
  const divided = divideWindow('timestamp', window, { prefix, hasHours: !withUsers, settledUntilMs })
  if (search !== undefined) {
    const { settledDays, days, rows } = divided
    if (settledDays === undefined)
      return [{ range: withinMoments('timestamp', window, prefix), isRecent, isSettled: false }]
    return [
      { range: settledDays, isRecent, isSettled: true },
      ...[days, rows].flatMap((range) => (range === undefined ? [] : [{ range, isRecent, isSettled: false }])),
    ]
  }
  const isRecentDay = `toDate(timestamp) >= toDate(${recentStart})`
  return [
    { range: divided.settledDays, isRecent: isRecentDay, isSettled: true },
    { range: divided.days, isRecent: isRecentDay, isSettled: false },
    { range: divided.hours, isRecent: `toStartOfHour(timestamp) >= ${recentStart}`, isSettled: false },
    { range: divided.rows, isRecent, isSettled: false },
  ].flatMap(({ range, ...how }) => (range === undefined ? [] : [{ range, ...how }]))
}
