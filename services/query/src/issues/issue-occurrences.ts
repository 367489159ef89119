import { dayMs } from '@signalbox/contracts'
import type { IssueReference } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, type Filter } from '../selection/filter.js'
import { ofOrganization, withinWindow } from '../selection/telemetry-scope.js'
import type { TimeWindow } from '../selection/time-window.js'
import { divideWindow, type DividedWindow } from '../selection/whole-days.js'
import type { SeriesIntervals } from './series-intervals.js'
import type { UserHashes } from './user-hashes.js'
import { countUsers, mergeUsers, userSetSql } from './user-sets.js'

/** Some of the issues, whose fingerprints fit into one statement. */
export interface Portion {
  organizationId: string
  window: TimeWindow
  intervals: SeriesIntervals
  issues: readonly IssueReference[]
  /** Which events count; all by default. */
  search: Filter | undefined
}

/** Occurrences of one issue. Times are Unix milliseconds. */
export interface Occurrences {
  /** Index of the portion's issue. */
  position: number
  events: number
  users: number
  firstMs: number
  lastMs: number
  /** Interval starts, and the occurrences in each. A start may occur twice. */
  starts: number[]
  quantities: number[]
}

/** Occurrences with the users' hashes, as base64 of the store's form; empty if the set is too large. */
export interface HashedOccurrences extends Omit<Occurrences, 'users'> {
  userHashes: string
}

/** Occurrences of one issue in settled days. */
export interface RememberedOccurrences extends Omit<Occurrences, 'position' | 'users'> {
  users: UserHashes
}

/**
 * For up to this many fingerprints, reading the events is faster than reading the daily sums, which contain the users
 * of all fingerprints.
 */
const readByEventMax = 2

/** True if complete days are read from sums in the store. */
export function areDaysRead({ issues, intervals, search }: Portion): boolean {
  return areMany(issues) && search === undefined && intervals.lengthMs % dayMs === 0
}

function areMany(issues: readonly IssueReference[]): boolean {
  return issues.reduce((sum, { fingerprints }) => sum + fingerprints.length, 0) > readByEventMax
}

/** The window of a portion whose complete days are read from sums. */
export function divideByDays({ window }: Portion, settledUntilMs?: number): DividedWindow {
  return divideWindow('timestamp', window, { prefix: 'counted', hasHours: false, settledUntilMs })
}

/** Reads the occurrences of each issue in the window. Issues without any have no row. */
export function readOccurrences(store: TelemetryReader, portion: Portion): Promise<Occurrences[]> {
  const { days, rows } = areDaysRead(portion)
    ? divideByDays(portion)
    : { days: undefined, rows: withinWindow('timestamp', portion.window) }
  return store.read(statementOf(portion, partsOf(portion, { days, rows }), `${countUsers('userSet')} AS users`))
}

/** Reads the occurrences of each issue in settled days, by day. */
export function readSettledDays(
  store: TelemetryReader,
  portion: Portion,
  { days, bytesMax }: { days: Filter; bytesMax: number },
): Promise<HashedOccurrences[]> {
  // Few issues are read from the events, like elsewhere.
  const part = areMany(portion.issues) ? byDay(days) : byInterval(days, dayMs)
  return store.read(statementOf(portion, [part], hashesWithin(bytesMax)))
}

/** Reads the occurrences of each issue in the days that aren't settled. */
export function readRecentDays(
  store: TelemetryReader,
  portion: Portion,
  { days, rows, bytesMax }: Pick<DividedWindow, 'days' | 'rows'> & { bytesMax: number },
): Promise<HashedOccurrences[]> {
  return store.read(statementOf(portion, partsOf(portion, { days, rows }), hashesWithin(bytesMax)))
}

/** `userHashes` of sets up to this size. */
function hashesWithin(bytesMax: number): string {
  return `toString(${mergeUsers('userSet')}) AS hashes,
    if(length(hashes) > ${bytesMax}, '', base64Encode(hashes)) AS userHashes`
}

/** What one subquery reads. */
interface Part {
  range: Filter
  /** SQL: what rows are grouped by, besides their fingerprint. */
  unit: string
  /** SQL: start of the interval, Unix milliseconds. */
  startMs: string
}

function partsOf({ intervals }: Portion, { days, rows }: Pick<DividedWindow, 'days' | 'rows'>): Part[] {
  return [
    ...(days === undefined ? [] : [byDay(days)]),
    ...(rows === undefined ? [] : [byInterval(rows, intervals.lengthMs)]),
  ]
}

function byDay(range: Filter): Part {
  return {
    range,
    unit: 'toDate(timestamp)',
    startMs: "toUnixTimestamp(toDateTime(toDate(timestamp), 'UTC')) * 1000",
  }
}

function byInterval(range: Filter, lengthMs: number): Part {
  return {
    range: { ...range, parameters: { ...range.parameters, intervalMs: lengthMs } },
    unit: 'startMs',
    startMs: 'intDiv(toUnixTimestamp64Milli(timestamp), {intervalMs:Int64}) * {intervalMs:Int64}',
  }
}

/**
 * Occurrences of each issue, by interval. They are summed by fingerprint first: finding the issue of each row would
 * take longer than everything else.
 */
function statementOf(portion: Portion, parts: readonly Part[], users: string) {
  const position = positionOf(portion)
  const filters = parts.map(({ range }) => allOf(ofFingerprints(portion), range, portion.search))
  const sums = parts.map(
    ({ unit, startMs }, index) => `
      SELECT project_id, fingerprint, ${startMs} AS startMs, sum(times_seen) AS quantity, min(timestamp) AS earliest,
        max(timestamp) AS latest, ${userSetSql} AS userSet
      FROM events WHERE ${filters[index]?.sql ?? ''}
      GROUP BY organization_id, project_id, fingerprint, ${unit}`,
  )
  return {
    name: 'issueOccurrences',
    sql: `
      SELECT ${position.sql} AS position, sum(quantity) AS events, ${users},
        toUnixTimestamp64Milli(min(earliest)) AS firstMs, toUnixTimestamp64Milli(max(latest)) AS lastMs,
        groupArray(startMs) AS starts, groupArray(quantity) AS quantities
      FROM (${sums.join(' UNION ALL ')})
      GROUP BY position`,
    parameters: { ...allOf(...filters).parameters, ...position.parameters },
  }
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
