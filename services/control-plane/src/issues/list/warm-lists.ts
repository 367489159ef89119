import { dayMs, issueSorts, limits } from '@signalbox/contracts'
import type { ApiCaller, Clock } from '@signalbox/service-kit'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import type { IssueStores } from '../store/issue-stores.js'
import { listFoundIssues } from './list-issues.js'

export interface ListWarmerOptions {
  store: IssueStores
  queryTelemetry: QueryTelemetry
  clock: Clock
}

/** Members who used the web interface within this time are likely to return. */
const activeWithinMs = 7 * dayMs

/** Sums are remembered once two lists have found the stored days unchanged. */
const rounds = 2

/**
 * Reads issue lists so that the query service remembers their sums before a person opens one: after a start, and
 * whenever another day is settled.
 * @returns a function that does so, one list at a time, and returns when to call it again, in Unix milliseconds.
 */
export function createListWarmer(options: ListWarmerOptions): () => Promise<number> {
  const { store, clock } = options
  let nextAt = -Infinity
  return async () => {
    const now = clock()
    if (now >= nextAt) {
      nextAt = nextSettlingAt(now)
      const ends = { now, idleSince: now - activeWithinMs }
      const active = store.browserSessions.listOrganizations(ends, limits.issue.warmedOrganizationsMax)
      for (const organizationId of active) await warmLists(options, organizationId)
    }
    return nextAt
  }
}

/** When the next day is settled, Unix milliseconds. */
function nextSettlingAt(nowMs: number): number {
  const settlings = limits.query.settledAfterMs.map(
    (afterMs) => (Math.floor((nowMs - afterMs) / dayMs) + 1) * dayMs + afterMs,
  )
  return Math.min(...settlings)
}

async function warmLists(listing: ListWarmerOptions, organizationId: string): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const sort of issueSorts) {
      const query = { query: 'is:unresolved', sort, since: '90d', limit: limits.issue.listDefault, offset: 0 } as const
      await listFoundIssues(listing, callerOf(organizationId), query)
    }
  }
}

function callerOf(organizationId: string): ApiCaller {
  return {
    keyId: 'control-plane',
    organizationId,
    scopes: new Set(),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
}
