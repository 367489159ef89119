import { allOf, type Filter } from './filter.js'
import { ofOrganization, withinWindow } from './telemetry-scope.js'
import type { TimeWindow } from './time-window.js'

const minuteMs = 60_000

/** What an aggregation over container samples needs from each of its parts. */
export interface ContainerAggregation {
  /** `series`: one row each. `series and minute`: one row for each minute of each, with the column `minute`. */
  per: 'series' | 'series and minute'
  /** Aggregates with their aliases; projected ones only. */
  aggregates: readonly string[]
}

function wholeMinutes(startMs: number, untilMs: number): Filter {
  return {
    sql:
      "toStartOfMinute(timestamp) >= toDateTime({firstMinute:UInt32}, 'UTC') AND " +
      "toStartOfMinute(timestamp) < toDateTime({lastMinute:UInt32}, 'UTC')",
    parameters: { firstMinute: startMs / 1000, lastMinute: untilMs / 1000 },
  }
}

// The parts of the window that are no whole minutes: before the first whole one and after the last.
function brokenMinutes(firstMs: number, lastMs: number): Filter {
  return {
    sql:
      "(timestamp < fromUnixTimestamp64Milli({firstMs:Int64}, 'UTC') OR " +
      "timestamp >= fromUnixTimestamp64Milli({lastMs:Int64}, 'UTC'))",
    parameters: { firstMs, lastMs },
  }
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
  const firstMs = Math.ceil(window.startMs / minuteMs) * minuteMs
  const lastMs = Math.max(Math.floor(window.untilMs / minuteMs) * minuteMs, firstMs)
  const whole = allOf(organization, wholeMinutes(firstMs, lastMs))
  const broken = allOf(organization, withinWindow('timestamp', window), brokenMinutes(firstMs, lastMs))
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
