import { allOf, type Filter } from '../selection/filter.js'
import { withinWindow } from '../selection/telemetry-scope.js'
import type { TimeWindow } from '../selection/time-window.js'
import { splitWindow } from '../selection/whole-hours.js'

/**
 * Occurrences by project, fingerprint and hour: columns project_id, fingerprint, moment, quantity, earliest, latest. Whole
 * hours come from the projection of the table, so the filter must name its columns alone; the rest comes from the rows.
 * @param filter By organization, project and fingerprint.
 */
export function occurrencesByHour(filter: Filter, window: TimeWindow): Filter {
  const parts = splitWindow('timestamp', window)
  const whole = allOf(filter, parts.whole)
  const broken = allOf(filter, withinWindow('timestamp', window), parts.broken)
  const byHour = ({ sql }: Filter) => `
    SELECT project_id, fingerprint, toStartOfHour(timestamp) AS moment, sum(times_seen) AS quantity,
      min(timestamp) AS earliest, max(timestamp) AS latest
    FROM events WHERE ${sql}
    GROUP BY organization_id, project_id, fingerprint, toStartOfHour(timestamp)`
  return {
    sql: `${byHour(whole)} UNION ALL ${byHour(broken)}`,
    parameters: { ...whole.parameters, ...broken.parameters },
  }
}
