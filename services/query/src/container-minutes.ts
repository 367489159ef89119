import { allOf, type Filter } from './filter.js'
import { ofOrganization, withinWindow } from './telemetry-scope.js'
import type { TimeWindow } from './time-window.js'
import { splitWindow } from './whole-buckets.js'

/** What an aggregation over container samples needs from each of its parts. */
export interface ContainerAggregation {
  /** `series`: one row each. `series and minute`: one row for each minute of each, with the column `minute`. */
  per: 'series' | 'series and minute'
  /** Aggregates with their aliases; projected ones only. */
  aggregates: readonly string[]
}

/**
 * Aggregates container samples of exactly the window: whole minutes come from the minute projection, the rest from the
 * samples. The two parts share no minute, yet every other group may have a row from each.
 * @returns A query to be used in parentheses.
 */
export function aggregateContainers(
  organizationId: string,
  window: Pick<TimeWindow, 'startMs' | 'untilMs'>,
  { per, aggregates }: ContainerAggregation,
): Filter {
  const keys = per === 'series' ? ['series'] : ['series', 'toStartOfMinute(timestamp) AS minute']
  const organization = ofOrganization(organizationId)
  const parts = splitWindow('timestamp', 'toStartOfMinute', window)
  const whole = allOf(organization, parts.whole)
  const broken = allOf(organization, withinWindow('timestamp', window), parts.broken)
  const select = (filter: Filter) => `
    SELECT ${[...keys, ...aggregates].join(', ')}
    FROM container_metrics WHERE ${filter.sql}
    GROUP BY ${per === 'series' ? 'series' : 'series, minute'}`
  return {
    sql: `${select(whole)} UNION ALL ${select(broken)}`,
    parameters: { ...whole.parameters, ...broken.parameters },
  }
}

/** The labels of a series, as aggregates that the projection holds. */
export const labelAggregates = ['cluster', 'node', 'namespace', 'pod', 'container'].map(
  (label) => `any(${label}) AS ${label}`,
)
