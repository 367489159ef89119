import { dayMs, limits, type Monitor, queryMonitors, toTimestamp } from '@signalbox/contracts'
import type { QueryContext } from './query-context.js'

/** Which monitors are looked at. */
export interface MonitorScope {
  project_id?: string
  environment?: string
}

/** A job that runs once a month is known for as long. */
const knownMs = 35 * dayMs
const pageLength = limits.query.monitorsLimitMax
const pagesMax = 5

/**
 * Monitors as they are doing now.
 * @returns the first thousand; `isWhole` says whether there are no more. Rejects when the question is refused or cannot be asked.
 */
export async function listMonitors(
  { ask, organizationId, now }: QueryContext,
  scope: MonitorScope,
): Promise<{ monitors: Monitor[]; isWhole: boolean }> {
  const range = { start: toTimestamp(now - knownMs), end: toTimestamp(now) }
  const found: Monitor[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const offset = page * pageLength
    const more = page === 0 ? {} : { offset }
    const { monitors, total } = await ask(organizationId, queryMonitors, {
      ...range,
      ...scope,
      limit: pageLength,
      ...more,
    })
    found.push(...monitors)
    if (offset + monitors.length >= total) return { monitors: found, isWhole: true }
    // Others were there a page ago: what is missing is unknown.
    if (monitors.length === 0) break
  }
  return { monitors: found, isWhole: false }
}
