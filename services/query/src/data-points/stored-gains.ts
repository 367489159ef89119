import { allOf, type Filter } from '../selection/filter.js'
import { withinWindow, type TelemetryScope } from '../selection/telemetry-scope.js'
import { intervalOf } from '../investigation/interval.js'

/** Stands for the bound that the last bucket of a histogram does not have. */
export const noBound = Number.MAX_VALUE

/** A gauge has a level; everything else counts. */
const hasLevel = "(kind = 'gauge' OR (kind = 'sum' AND is_monotonic = 0))"
/** What counts since a start. Summaries do, and do not say so. */
const countsSinceStart = "(temporality = 'cumulative' OR kind = 'summary')"
/** Reading of what counts: it never falls but by starting again. */
const reading = 'coalesce(value, count, 0)'

/** Whether a point is the first that is known of its series, and nothing says what it had counted before. */
const isUnknownBefore =
  'place = 1 AND (start_time = timestamp OR start_time < fromUnixTimestamp64Milli({startMs:Int64}))'
const startedAgain = `place = 1 OR ${reading} < previousReading OR (start_time < timestamp AND start_time >= previousTime)`

/** What a point adds to what the series had counted before. */
function gainOf(current: string, previous: string): string {
  return `multiIf(NOT ${countsSinceStart}, ${current}, ${isUnknownBefore}, 0, ${startedAgain}, ${current}, ${current} - ${previous})`
}

/** Whether buckets of the point before are to be taken off. */
const takesOff = `${countsSinceStart} AND NOT (${startedAgain})`

/**
 * Points of one metric with what they gained, series by series. A point that was stored twice counts once.
 * @param scope its window binds `startMs`.
 */
function gains(filter: Filter): string {
  return `
    SELECT *, ${gainOf(reading, 'previousReading')} AS gained, ${gainOf('coalesce(sum, 0)', 'previousSum')} AS gainedSum,
      multiIf(empty(counts), [], NOT ${countsSinceStart}, uppers, ${isUnknownBefore}, [], ${takesOff},
        arrayConcat(uppers, previousUppers), uppers) AS gainUppers,
      multiIf(empty(counts), [], NOT ${countsSinceStart}, counts, ${isUnknownBefore}, [], ${takesOff},
        arrayConcat(counts, arrayMap(one -> -one, previousCounts)), counts) AS gainCounts
    FROM (
      SELECT *, row_number() OVER earlier AS place, lagInFrame(${reading}) OVER earlier AS previousReading,
        lagInFrame(coalesce(sum, 0)) OVER earlier AS previousSum, lagInFrame(timestamp) OVER earlier AS previousTime,
        lagInFrame(uppers) OVER earlier AS previousUppers, lagInFrame(counts) OVER earlier AS previousCounts
      FROM (
        SELECT series, timestamp, start_time, service, kind, temporality, is_monotonic, value, count, sum, min, max, counts,
          attributes, resource, if(empty(counts), [], arrayPushBack(bounds, ${noBound})) AS uppers
        FROM data_points
        WHERE ${filter.sql}
        ORDER BY series, timestamp
        LIMIT 1 BY series, timestamp)
      WINDOW earlier AS (PARTITION BY series ORDER BY timestamp ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW))`
}

/** What the points of a group became in an interval. */
export interface StoredGains {
  /** Values of the attributes asked for. */
  names: string[]
  startMs: number
  /** Whether it is a level; what follows is null or zero then. */
  isLevel: 0 | 1
  avg: number | null
  sumOfAverages: number | null
  min: number | null
  max: number | null
  gained: number
  gainedSum: number
  least: number | null
  greatest: number | null
  /** Buckets by their upper bounds, with what was gained in each. */
  gainedBuckets: [uppers: number[], counts: number[]]
  /** The same buckets by their upper bounds, with their lower ones. */
  lowerBounds: [uppers: number[], lowers: number[]]
}

/** Which points are asked for, and how they are put together. */
export interface GainsRequest {
  scope: TelemetryScope
  filter: Filter
  /** Names of attributes; `service` stands for the column. */
  groupBy: readonly string[]
  intervalMs: number
}

/** The statement that answers gains by group and interval, oldest first. */
export function selectGains({ scope, filter, groupBy, intervalMs }: GainsRequest): Filter {
  const points = allOf(filter, withinWindow('timestamp', scope.window))
  const names =
    "arrayMap(name -> multiIf(name = 'service', service, mapContains(attributes, name), attributes[name], resource[name]), " +
    '{groupBy:Array(String)})'
  return {
    sql: `
      SELECT names, startMs, any(isLevel) AS isLevel, sum(total) / sum(points) AS avg, sum(average) AS sumOfAverages,
        min(leastValue) AS min, max(greatestValue) AS max, sum(gainedInAll) AS gained, sum(gainedSumInAll) AS gainedSum,
        min(leastSent) AS least, max(greatestSent) AS greatest,
        sumMap(buckets.1, buckets.2) AS gainedBuckets, maxMap(lowers.1, lowers.2) AS lowerBounds
      FROM (
        SELECT ${names} AS names, series, ${intervalOf('timestamp')} AS startMs, any(${hasLevel}) AS isLevel,
          avg(value) AS average, sum(value) AS total, count(value) AS points, min(value) AS leastValue, max(value) AS greatestValue,
          sum(gained) AS gainedInAll, sum(gainedSum) AS gainedSumInAll, min(gains.min) AS leastSent,
          max(gains.max) AS greatestSent, sumMap(gainUppers, gainCounts) AS buckets,
          maxMap(uppers, arrayConcat(if(empty(uppers), [], [-${noBound}]), arrayPopBack(uppers))) AS lowers
        FROM (${gains(points)}) AS gains
        GROUP BY names, series, startMs)
      GROUP BY names, startMs
      ORDER BY names, startMs`,
    parameters: { ...points.parameters, groupBy: [...groupBy], intervalMs },
  }
}
