import { hourMs } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { countOfSamples } from '../selection/container-series.js'
import { allOf } from '../selection/filter.js'
import { ofOrganization } from '../selection/telemetry-scope.js'
import { betweenHours } from '../selection/whole-hours.js'
import type { ClusterScope } from './cluster-scope.js'
import { cpuCounter } from './cpu-counters.js'
import { reportedUsage } from './usage-series.js'

/** What is stored of the hours of a window. */
export interface UsageMarks {
  /** Hours with samples. */
  hours: {
    /** Start, Unix milliseconds. */
    hourMs: number
    /** Changes with every sample of the hour that is stored, however late. */
    mark: string
  }[]
  /** True if counters of CPU seconds were sent: only then is the costly conversion to cores needed. */
  hasCounters: boolean
  /** True if nodes reported their own usage. */
  hasReports: boolean
}

interface StoredHour {
  hourS: number
  cpu: number
  memory: number
  reported: number
  counters: number
}

/**
 * Counts the samples of each hour that overlaps the window: samples are only ever added, or dropped with their day. The
 * counts of containers come from the projection.
 */
export async function readUsageMarks(
  store: TelemetryReader,
  { organizationId, window }: ClusterScope,
): Promise<UsageMarks> {
  const firstMs = Math.floor(window.startMs / hourMs) * hourMs
  // The rate of an hour's first counter sample depends on the hour before.
  const filter = allOf(ofOrganization(organizationId), betweenHours('timestamp', firstMs - hourMs, window.untilMs))
  const rows = await store.read<StoredHour>({
    name: 'usageMarks',
    sql: `
      SELECT toUnixTimestamp(hour) AS hourS, sum(cpuSamples) AS cpu, sum(memorySamples) AS memory,
        sum(reports) AS reported, sum(counts) AS counters
      FROM (
        SELECT toStartOfHour(timestamp) AS hour, ${countOfSamples('cpu_usage_cores')} AS cpuSamples,
          ${countOfSamples('memory_usage_bytes')} AS memorySamples, 0 AS reports, 0 AS counts
        FROM container_metrics WHERE ${filter.sql} GROUP BY hour
        UNION ALL
        SELECT toStartOfHour(timestamp) AS hour, 0 AS cpuSamples, 0 AS memorySamples,
          countIf(metric_name != {cpuCounter:String}) AS reports, countIf(metric_name = {cpuCounter:String}) AS counts
        FROM metric_points WHERE ${filter.sql} AND metric_name IN {usageMetrics:Array(String)} GROUP BY hour)
      GROUP BY hour
      ORDER BY hour`,
    parameters: { ...filter.parameters, cpuCounter, usageMetrics: [cpuCounter, ...Object.values(reportedUsage)] },
  })
  const countersBefore = new Map(rows.map((row) => [row.hourS * 1_000 + hourMs, row.counters]))
  return {
    hours: rows
      .map(({ hourS, cpu, memory, reported, counters }) => ({
        hourMs: hourS * 1_000,
        mark: [cpu, memory, reported, counters, countersBefore.get(hourS * 1_000) ?? 0].join(),
      }))
      .filter((hour) => hour.hourMs >= firstMs),
    hasCounters: rows.some(({ counters }) => counters > 0),
    hasReports: rows.some(({ reported }) => reported > 0),
  }
}
