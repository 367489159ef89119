import { dayMs, limits, type Monitor, queryMonitors, toTimestamp } from '@signalbox/contracts'
import type { QueryContext } from './query-context.js'

/** Filters for monitors. */
export interface MonitorScope {
  project_id?: string
  environment?: string
}

/** Long enough to include jobs that run once a month. */
const knownMs = 35 * dayMs
const pageLength = limits.query.monitorsLimitMax
const pagesMax = 5

/**
 * Lists monitors with their current state.
 * @returns the first thousand; `isComplete` tells whether these are all. Rejects if the query is refused or unanswered.
 */
export async function listMonitors(
  { queryTelemetry, organizationId, now }: QueryContext,
  scope: MonitorScope,
): Promise<{ monitors: Monitor[]; isComplete: boolean }> {
  const range = { start: toTimestamp(now - knownMs), end: toTimestamp(now) }
  const found: Monitor[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const offset = page * pageLength
    const more = page === 0 ? {} : { offset }
    const { monitors, total } = await queryTelemetry(organizationId, queryMonitors, {
      ...range,
      ...scope,
      limit: pageLength,
      ...more,
    })
    found.push(...monitors)
    if (offset + monitors.length >= total) return { monitors: found, isComplete: true }
    // The list shrank since the last page, so what is missing is unknown.
    if (monitors.length === 0) break
  }
  return { monitors: found, isComplete: false }
}
