import { limits, queryIssueCounts, type IssueCounts, type Static } from '@signalbox/contracts'
import { stringifySearch, type SearchTerm } from '@signalbox/event-search'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import { runSearchQuery, type RequestedRange } from './requested-range.js'

export interface CountsRequest {
  organizationId: string
  issueIds: readonly string[]
  range: RequestedRange
  /** Which events count; empty for all. */
  events?: readonly SearchTerm[]
  /** Maximum number of intervals of the series. */
  intervals: number
}

/** Counts by issue, and the intervals of their series: null if there are no issues. */
export interface CountedIssues {
  counts: ReadonlyMap<string, IssueCounts>
  seriesStart: string | null
  intervalSeconds: number | null
}

/** Counts the events of issues, each exactly and over all of its fingerprints. */
export async function readIssueCounts(queryTelemetry: QueryTelemetry, request: CountsRequest): Promise<CountedIssues> {
  const { organizationId, issueIds, range, events = [], intervals } = request
  const answers: Static<typeof queryIssueCounts.response>[] = []
  for (let start = 0; start < issueIds.length; start += limits.issue.countedAtOnceMax) {
    const question = {
      ...range,
      issue_id: issueIds.slice(start, start + limits.issue.countedAtOnceMax),
      ...(events.length > 0 && { search: stringifySearch(events) }),
      intervals,
    }
    answers.push(await runSearchQuery(() => queryTelemetry(organizationId, queryIssueCounts, question)))
  }
  const counts = answers.flatMap(({ issues }) => issues.map((one) => [one.issue_id, one] as const))
  return {
    counts: new Map(counts),
    seriesStart: answers[0]?.series_start ?? null,
    intervalSeconds: answers[0]?.interval_seconds ?? null,
  }
}
