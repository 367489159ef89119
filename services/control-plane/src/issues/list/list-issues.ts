import type { IssueCounts, ListedIssue, listIssues } from '@signalbox/contracts'
import type { ApiCaller, Clock, RouteHandler } from '@signalbox/service-kit'
import { toIssue } from '../issue-shape.js'
import { readProjectFilter } from '../../projects/find-project.js'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import type { IssueStores } from '../store/issue-stores.js'
import type { IssueRow } from '../store/issues.js'
import { requestedRangeOf } from './requested-range.js'
import { countsRequestOf, findIssues } from './find-issues.js'
import { readIssueCounts } from './issue-counts.js'
import { readIssueSearch } from './issue-search.js'

/** Dependencies of issue lists. */
export interface IssueListing {
  store: IssueStores
  queryTelemetry: QueryTelemetry
  clock: Clock
}

type Query = Parameters<RouteHandler<typeof listIssues>>[0]['query']

/**
 * Lists issues in two steps: first the matching issues, by joining their states with a ranking of their events in
 * memory within bounds; then one page with exact counts.
 * @throws ServiceError `invalid-parameters`; `not-found` for an unknown project; or the store's error if it is
 * unavailable.
 */
export async function listFoundIssues({ store, queryTelemetry, clock }: IssueListing, caller: ApiCaller, query: Query) {
  const { organizationId } = caller
  const { sort, limit, offset } = query
  const projectId = readProjectFilter(store.projects, organizationId, query.project_id)?.id
  const search = readIssueSearch(query.query ?? '', { store, caller, projectId, now: clock() })
  const range = requestedRangeOf(query)
  const page = { limit, offset }
  const request = { organizationId, projectId, range, search, sort, page }
  const { ids, total, isPartial, counted } = await findIssues({ store, queryTelemetry }, request)
  const { counts, seriesStart, intervalSeconds } =
    counted ?? (await readIssueCounts(queryTelemetry, countsRequestOf(request, ids)))
  const rows = store.issueSearch.read(organizationId, ids)
  return {
    issues: rows.map((row) => toListed(store, row, counts.get(row.id))),
    total,
    has_more: offset + ids.length < total,
    is_partial: isPartial,
    series_start: seriesStart,
    interval_seconds: intervalSeconds,
  }
}

function toListed(store: IssueStores, row: IssueRow, counts: IssueCounts | undefined): ListedIssue {
  return {
    ...toIssue(store, row),
    events: counts?.events ?? 0,
    users: counts?.users ?? 0,
    last_seen_at: counts?.last_seen_at ?? null,
    series: counts?.series ?? [],
  }
}
