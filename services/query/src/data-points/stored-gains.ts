import { allOf, type Filter } from '../selection/filter.js'
import { withinWindow, type TelemetryScope } from '../selection/telemetry-scope.js'
import { intervalOf } from '../selection/interval.js'

/** Replaces the missing upper bound of a histogram's last bucket. */
export const noBound = Number.MAX_VALUE

/** Gauges have a level, and so do sums that may fall, unless they are sent as deltas. Everything else counts. */
const hasLevel = "(kind = 'gauge' OR (kind = 'sum' AND is_monotonic = 0 AND temporality != 'delta'))"
/** True for counts since a start. Summaries are such counts although they carry no temporality. */
const countsSinceStart = "(temporality = 'cumulative' OR kind = 'summary')"
/**
 * How far before the window a series is read, so that its first point in the window has a predecessor. Longer than
 * common export intervals.
 */
const lookBackMs = 300_000
/** A counter's reading. It only falls when the counter restarts. */
const reading = 'coalesce(value, count, 0)'

/** True for the first known point of a series if its earlier count is unknown. */
const isUnknownBefore =
  'place = 1 AND (start_time = timestamp OR start_time < fromUnixTimestamp64Milli({startMs:Int64}))'
const startedAgain = `place = 1 OR ${reading} < previousReading OR (start_time < timestamp AND start_time >= previousTime)`

/** What a point adds to the series' earlier count. */
function gainOf(current: string, previous: string): string {
  return `multiIf(NOT ${countsSinceStart}, ${current}, ${isUnknownBefore}, 0, ${startedAgain}, ${current}, ${current} - ${previous})`
}

/** True when the previous point's buckets must be subtracted. */
const subtractsPrevious = `${countsSinceStart} AND NOT (${startedAgain})`

const noBuckets = '(emptyArrayFloat64(), emptyArrayFloat64())'
const columns = 'series, timestamp, name, service, attributes, resource'
/** Keeps one of the points that were stored twice. By the hash, the store takes half as long as by both columns. */
const once = 'LIMIT 1 BY cityHash64(series, timestamp)'

/** Points of levels. A point that was stored twice counts once. */
function levels(filter: Filter): string {
  return `SELECT ${columns}, value FROM data_points WHERE ${filter.sql} AND ${hasLevel} ${once}`
}

/** Points of everything else with their gains. A point that was stored twice counts once. Binds `startMs`. */
function gains(filter: Filter): string {
  return `
    SELECT *, ${gainOf(reading, 'previousReading')} AS gained, ${gainOf('coalesce(sum, 0)', 'previousSum')} AS gainedSum,
      multiIf(empty(counts), [], NOT ${countsSinceStart}, uppers, ${isUnknownBefore}, [], ${subtractsPrevious},
        arrayConcat(uppers, previousUppers), uppers) AS gainUppers,
      multiIf(empty(counts), [], NOT ${countsSinceStart}, counts, ${isUnknownBefore}, [], ${subtractsPrevious},
        arrayConcat(counts, arrayMap(one -> -one, previousCounts)), counts) AS gainCounts
    FROM (
      SELECT *, row_number() OVER earlier AS place, lagInFrame(${reading}) OVER earlier AS previousReading,
        lagInFrame(coalesce(sum, 0)) OVER earlier AS previousSum, lagInFrame(timestamp) OVER earlier AS previousTime,
        lagInFrame(uppers) OVER earlier AS previousUppers, lagInFrame(counts) OVER earlier AS previousCounts
      FROM (
        SELECT ${columns}, start_time, kind, temporality, value, count, sum, min, max, counts,
          if(empty(counts), [], arrayPushBack(bounds, ${noBound})) AS uppers
        FROM data_points
        WHERE ${filter.sql} AND NOT ${hasLevel}
        ${once})
      WINDOW earlier AS (PARTITION BY series ORDER BY timestamp ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW))`
}

/** The points of a group in one interval, aggregated. */
export interface StoredGains {
  /** Values of the attributes in `group_by`. */
  names: string[]
  startMs: number
  /** 1 for a level; the gains below are null or zero then. */
  isLevel: 0 | 1
  avg: number | null
  sumOfAverages: number | null
  min: number | null
  max: number | null
  gained: number
  gainedSum: number
  least: number | null
  greatest: number | null
  /** Gain of each bucket, by upper bound. */
  gainedBuckets: [uppers: number[], counts: number[]]
  /** Lower bound of each bucket, by upper bound. */
  lowerBounds: [uppers: number[], lowers: number[]]
}

/** Selects and groups points. */
export interface GainsRequest {
  scope: TelemetryScope
  filter: Filter
  /** The values that name a group: an Array(String), by `name` and `service` or as an aggregate of other columns. */
  names: Filter
  /** Length of the intervals; undefined for one that is the scope's window. */
  intervalMs: number | undefined
  /** True if all of these points are of gauges: then no gains have to be computed. */
  onlyGauges: boolean
}

/**
 * Names groups by point attributes, or else by resource attributes: all points of a series have the same ones. `service`
 * is the column.
 */
export function namesByAttributes(groupBy: readonly string[]): Filter {
  if (groupBy.length === 0) return { sql: 'emptyArrayString()', parameters: {} }
  return {
    sql:
      "any(arrayMap(name -> multiIf(name = 'service', service, mapContains(attributes, name), attributes[name], resource[name]), " +
      '{groupBy:Array(String)}))',
    parameters: { groupBy: [...groupBy] },
  }
}

/** Points of the window, and those before it that its first ones are compared with. Binds `startMs`. */
function withEarlier({ scope: { window }, filter }: Pick<GainsRequest, 'scope' | 'filter'>): Filter {
  return allOf(filter, {
    sql:
      "timestamp >= fromUnixTimestamp64Milli({lookBackMs:Int64}, 'UTC') AND " +
      "timestamp < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')",
    parameters: { lookBackMs: window.startMs - lookBackMs, untilMs: window.untilMs, startMs: window.startMs },
  })
}

const isWithinWindow = "timestamp >= fromUnixTimestamp64Milli({startMs:Int64}, 'UTC')"
const sumOfBuckets = 'sumMap(gainUppers, gainCounts)'
const leastBounds = `maxMap(uppers, arrayConcat(if(empty(uppers), [], [-${noBound}]), arrayPopBack(uppers)))`

/** Returns the statement that reads gains by group and interval, oldest first. */
export function selectGains({ scope, filter, names, intervalMs, onlyGauges }: GainsRequest): Filter {
  const points = withEarlier({ scope, filter })
  const interval = intervalMs === undefined ? '{startMs:Int64}' : intervalOf('timestamp')
  const ofLevels = `
    SELECT ${names.sql} AS names, ${interval} AS startMs, 1 AS isLevel, avg(value) AS average, sum(value) AS total,
      count(value) AS points, min(value) AS leastValue, max(value) AS greatestValue, 0 AS gainedInAll,
      0 AS gainedSumInAll, NULL AS leastSent, NULL AS greatestSent, ${noBuckets} AS buckets, ${noBuckets} AS lowers
    FROM (${levels(allOf(filter, withinWindow('timestamp', scope.window)))})
    GROUP BY name, service, series, startMs`
  const ofGains = `
    SELECT ${names.sql} AS names, ${interval} AS startMs, 0 AS isLevel, avg(value) AS average, sum(value) AS total,
      count(value) AS points, min(value) AS leastValue, max(value) AS greatestValue, sum(gained) AS gainedInAll,
      sum(gainedSum) AS gainedSumInAll, min(gains.min) AS leastSent, max(gains.max) AS greatestSent,
      ${sumOfBuckets} AS buckets, ${leastBounds} AS lowers
    FROM (${gains(points)}) AS gains
    WHERE ${isWithinWindow}
    GROUP BY name, service, series, startMs`
  const branches = onlyGauges ? [ofLevels] : [ofLevels, ofGains]
  return {
    sql: `
      SELECT names, startMs, any(isLevel) AS isLevel, sum(total) / sum(points) AS avg, sum(average) AS sumOfAverages,
        min(leastValue) AS min, max(greatestValue) AS max, sum(gainedInAll) AS gained, sum(gainedSumInAll) AS gainedSum,
        min(leastSent) AS least, max(greatestSent) AS greatest,
        sumMap(buckets.1, buckets.2) AS gainedBuckets, maxMap(lowers.1, lowers.2) AS lowerBounds
      FROM (${branches.join(' UNION ALL ')})
      GROUP BY names, startMs
      ORDER BY names, startMs`,
    parameters: { ...points.parameters, ...names.parameters, ...(intervalMs !== undefined && { intervalMs }) },
  }
}

/** How a service's metric moved in one interval, over all its series. */
export interface StoredMovement extends Pick<
  StoredGains,
  'startMs' | 'isLevel' | 'avg' | 'gained' | 'gainedSum' | 'gainedBuckets' | 'lowerBounds'
> {
  service: string
  metric: string
  /** Points with a value: zero for histograms and summaries. */
  points: number
}

/** Returns the statement that reads the movement of every metric by interval, oldest first. */
export function selectMovement({
  scope,
  filter,
  intervalMs,
  onlyGauges,
}: Omit<GainsRequest, 'names' | 'intervalMs'> & { intervalMs: number }): Filter {
  const points = withEarlier({ scope, filter })
  // Grouping by two names takes the store longer than by their hash.
  const named = `any(service) AS ofService, any(name) AS ofMetric, ${intervalOf('timestamp')} AS startMs`
  const ofLevels = `
    SELECT ${named}, 1 AS isLevel, sum(value) AS total, count(value) AS values, 0 AS gainedInAll, 0 AS gainedSumInAll,
      ${noBuckets} AS buckets, ${noBuckets} AS lowers
    FROM (${levels(allOf(filter, withinWindow('timestamp', scope.window)))})
    GROUP BY cityHash64(service, name), startMs`
  const ofGains = `
    SELECT ${named}, 0 AS isLevel, sum(value) AS total, count(value) AS values, sum(gained) AS gainedInAll,
      sum(gainedSum) AS gainedSumInAll, ${sumOfBuckets} AS buckets, ${leastBounds} AS lowers
    FROM (${gains(points)})
    WHERE ${isWithinWindow}
    GROUP BY cityHash64(service, name), startMs`
  const branches = onlyGauges ? [ofLevels] : [ofLevels, ofGains]
  return {
    sql: `
      SELECT ofService AS service, ofMetric AS metric, startMs, any(isLevel) AS isLevel, sum(total) / sum(values) AS avg,
        sum(values) AS points, sum(gainedInAll) AS gained, sum(gainedSumInAll) AS gainedSum,
        sumMap(buckets.1, buckets.2) AS gainedBuckets, maxMap(lowers.1, lowers.2) AS lowerBounds
      FROM (${branches.join(' UNION ALL ')})
      GROUP BY service, metric, startMs
      ORDER BY service, metric, startMs`,
    parameters: { ...points.parameters, intervalMs },
  }
}
