import { allOf, type Filter } from './filter.js'
import { ofOrganization } from './telemetry-scope.js'
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
  const filters = splitWindow('timestamp', window).map((part) => allOf(organization, part))
  const select = (filter: Filter) => `
    SELECT series, ${aggregates.join(', ')} FROM container_metrics WHERE ${filter.sql} GROUP BY series`
  return {
    sql: filters.map(select).join(' UNION ALL '),
    parameters: allOf(...filters).parameters,
  }
}

/** The labels of a series, as aggregates in the projection. */
export const labelAggregates = ['cluster', 'node', 'namespace', 'pod', 'container'].map(
  (label) => `any(${label}) AS ${label}`,
)

/**
 * Counts the samples of a metric by the projection. A bare count of a nullable column is rewritten to read its null map,
 * which no projection contains; next to max it isn't.
 */
export function countOfSamples(column: string): string {
  return `if(isNull(max(${column})), 0, count(${column}))`
}
