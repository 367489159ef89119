import { allOf, type Filter } from './filter.js'
import { ofOrganization, withinWindow } from './telemetry-scope.js'
import type { TimeWindow } from './time-window.js'
import { splitWindow } from './whole-hours.js'

/**
 * Aggregates container samples of exactly the window by series: full hours are read from the projection, the rest from
 * the samples. A series may have one row from each part.
 * @param aggregates Aggregates with their aliases; only those in the projection.
 * @returns A query to be used in parentheses.
 */
export function aggregateContainers(
  organizationId: string,
  window: Pick<TimeWindow, 'startMs' | 'untilMs'>,
  aggregates: readonly string[],
): Filter {
  const organization = ofOrganization(organizationId)
  const parts = splitWindow('timestamp', window)
  const whole = allOf(organization, parts.whole)
  const broken = allOf(organization, withinWindow('timestamp', window), parts.broken)
  const select = (filter: Filter) => `
    SELECT series, ${aggregates.join(', ')} FROM container_metrics WHERE ${filter.sql} GROUP BY series`
  return {
    sql: `${select(whole)} UNION ALL ${select(broken)}`,
    parameters: { ...whole.parameters, ...broken.parameters },
  }
}

/** The labels of a series, as aggregates in the projection. */
export const labelAggregates = ['cluster', 'node', 'namespace', 'pod', 'container'].map(
  (label) => `any(${label}) AS ${label}`,
)
