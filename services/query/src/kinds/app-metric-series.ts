import { limits, type AppMetricPoint, type AppMetricSeries } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, type Filter } from '../selection/filter.js'
import { withinWindow } from '../selection/telemetry-scope.js'
import type { TimeWindow } from '../selection/time-window.js'
import type { PointGrid } from './app-metric-interval.js'

export interface SeriesRequest {
  /** Measurements of one metric, without the time condition. */
  filter: Filter
  /** The window in which groups are counted. */
  window: TimeWindow
  grid: PointGrid
  /** A column or attribute name; undefined for a single series. */
  groupBy: string | undefined
}

type Series = Pick<AppMetricSeries, 'series' | 'others_left_out'>

interface Group {
  name: string
  count: number
}

interface StoredPoint extends Omit<AppMetricPoint, 'timestamp'> {
  groupName: string
  startMs: number
}

const groupColumns = ['service', 'release', 'environment']

/** The value that distinguishes groups; empty for a missing attribute. */
function groupKey(groupBy: string | undefined): Filter {
  if (groupBy === undefined) return { sql: "''", parameters: {} }
  if (groupColumns.includes(groupBy)) return { sql: `toString(${groupBy})`, parameters: {} }
  return { sql: 'attributes[{groupBy:String}]', parameters: { groupBy } }
}

/** The points of each group, largest group first, ties by name. */
export async function readSeries(store: TelemetryReader, request: SeriesRequest): Promise<Series> {
  const { groups, total } = await readGroups(store, request)
  const points = await readPoints(store, request, groups)
  const series = groups.map(({ name, count }) => ({
    group: request.groupBy === undefined ? null : name,
    count,
    points: points.filter((point) => point.groupName === name).map(toPoint),
  }))
  return { series, others_left_out: total - groups.length }
}

async function readGroups(store: TelemetryReader, { filter, window, groupBy }: SeriesRequest) {
  const rows = allOf(filter, withinWindow('timestamp', window))
  const key = groupKey(groupBy)
  const groups = await store.read<Group & { total: number }>({
    name: 'appMetricGroups',
    sql: `
      SELECT groupName AS name, measurements AS count, count() OVER () AS total
      FROM (
        SELECT ${key.sql} AS groupName, count() AS measurements FROM app_metrics WHERE ${rows.sql} GROUP BY groupName)
      ORDER BY measurements DESC, groupName
      LIMIT {groupsMax:UInt32}`,
    parameters: { ...rows.parameters, ...key.parameters, groupsMax: limits.query.appMetricGroupsMax },
  })
  return { groups, total: groups[0]?.total ?? 0 }
}

// Sums may exceed the range of doubles, which JSON cannot represent. `quantiles` is exact up to some thousand values
// per point, and bounded in memory beyond.
const finite = (number: string) => `least(greatest(${number}, -1.7976931348623157e308), 1.7976931348623157e308)`

async function readPoints(
  store: TelemetryReader,
  { filter, grid, groupBy }: SeriesRequest,
  groups: readonly Group[],
): Promise<StoredPoint[]> {
  if (groups.length === 0) return []
  const key = groupKey(groupBy)
  const rows = allOf(filter, withinWindow('timestamp', grid.window), {
    sql: `${key.sql} IN {groups:Array(String)}`,
    parameters: { ...key.parameters, groups: groups.map(({ name }) => name) },
  })
  return store.read<StoredPoint>({
    name: 'appMetricPoints',
    sql: `
      SELECT ${key.sql} AS groupName, intDiv(toUnixTimestamp64Milli(timestamp), {intervalMs:Int64}) * {intervalMs:Int64} AS startMs,
        count() AS count, ${finite('sum(value)')} AS sum, min(value) AS min, max(value) AS max,
        ${finite('avg(value)')} AS avg, quantiles(0.5, 0.95)(value) AS both, both[1] AS p50, both[2] AS p95
      FROM app_metrics
      WHERE ${rows.sql}
      GROUP BY groupName, startMs
      ORDER BY groupName, startMs`,
    parameters: { ...rows.parameters, intervalMs: grid.intervalSeconds * 1000 },
  })
}

function toPoint({ startMs, count, sum, min, max, avg, p50, p95 }: StoredPoint): AppMetricPoint {
  return { timestamp: new Date(startMs).toISOString(), count, sum, min, max, avg, p50, p95 }
}
