import type { CountedIssueDetail } from '@signalbox/contracts'
import type { ApiCaller } from '@signalbox/service-kit'
import { requireNamedIssue } from '../find-issue.js'
import { readIssueDetail } from '../issue-shape.js'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import type { IssueStores } from '../store/issue-stores.js'
import { readIssueCounts } from './issue-counts.js'

/**
 * Returns an issue with its details and event counts.
 * @throws ServiceError `not-found`, or the store's error if it is unavailable.
 */
export async function readCountedIssue(
  { store, queryTelemetry }: { store: IssueStores; queryTelemetry: QueryTelemetry },
  { organizationId }: ApiCaller,
  idOrName: string,
): Promise<CountedIssueDetail> {
  const row = requireNamedIssue(store, organizationId, idOrName)
  const count = async (since: '24h' | '90d', intervals: number) => {
    const request = { organizationId, issueIds: [row.id], range: { since }, intervals }
    return (await readIssueCounts(queryTelemetry, request)).counts.get(row.id)
  }
  const [all, day] = await Promise.all([count('90d', 91), count('24h', 25)])
  return {
    ...readIssueDetail(store, row),
    events: all?.events ?? 0,
    users: all?.users ?? 0,
    last_seen_at: all?.last_seen_at ?? null,
    series_24h: day?.series ?? [],
    series_30d: all?.series.slice(-31) ?? [],
  }
}
