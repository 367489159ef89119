import { hourMs, queryIssueCounts, toTimestamp } from '@signalbox/contracts'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import type { EventSeries } from './escalation.js'

/** Maximum number of intervals in a response; fits the hours of half a week. */
const intervalsMax = 100
const halfWeekHours = 84

/** Issues of one organization, and the current time (Unix milliseconds). */
export interface CountedIssues {
  organizationId: string
  issueIds: readonly string[]
  now: number
}

/** Events of the last three hours by issue. */
export async function readRecent(
  queryTelemetry: QueryTelemetry,
  issues: CountedIssues,
): Promise<ReadonlyMap<string, EventSeries>> {
  return readSeries(queryTelemetry, issues, {
    startMs: issues.now - 3 * hourMs,
    endMs: issues.now,
    intervals: intervalsMax,
  })
}

/** Events in the busiest hour of the week before the last hour, by issue. Whole hours are counted. */
export async function readBusiestHours(
  queryTelemetry: QueryTelemetry,
  issues: CountedIssues,
): Promise<ReadonlyMap<string, number>> {
  const end = Math.floor((issues.now - hourMs) / hourMs) * hourMs
  const middle = end - halfWeekHours * hourMs
  const busiest = new Map<string, number>()
  for (const [startMs, endMs] of [
    [middle - halfWeekHours * hourMs, middle],
    [middle, end],
  ] as const) {
    for (const [id, series] of await readSeries(queryTelemetry, issues, { startMs, endMs, intervals: halfWeekHours })) {
      busiest.set(id, Math.max(busiest.get(id) ?? 0, ...series.events))
    }
  }
  return busiest
}

/** Number of events of one issue since a time. */
export async function countSince(
  queryTelemetry: QueryTelemetry,
  { organizationId, issueId, startMs, now }: { organizationId: string; issueId: string; startMs: number; now: number },
): Promise<number> {
  const issues = { organizationId, issueIds: [issueId], now }
  const [series] = (await readSeries(queryTelemetry, issues, { startMs, endMs: now, intervals: 1 })).values()
  return series?.events.reduce((sum, count) => sum + count, 0) ?? 0
}

async function readSeries(
  queryTelemetry: QueryTelemetry,
  { organizationId, issueIds }: CountedIssues,
  { startMs, endMs, intervals }: { startMs: number; endMs: number; intervals: number },
): Promise<ReadonlyMap<string, EventSeries>> {
  const answer = await queryTelemetry(organizationId, queryIssueCounts, {
    issue_id: [...issueIds],
    start: toTimestamp(startMs),
    end: toTimestamp(endMs),
    intervals,
  })
  const start = Date.parse(answer.series_start)
  const intervalMs = answer.interval_seconds * 1_000
  return new Map(
    answer.issues.map(({ issue_id: id, series }) => [id, { startMs: start, intervalMs, events: series }] as const),
  )
}
