import type { AppMetricSample } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { withinAttributeBudget, type BudgetedRow } from '../selection/attribute-budget.js'
import type { Filter } from '../selection/filter.js'

interface StoredSample extends BudgetedRow, Omit<AppMetricSample, 'timestamp' | 'attributes'> {
  timestampMs: number
}

const columns =
  'toUnixTimestamp64Milli(timestamp) AS timestampMs, project_id, value, trace_id, span_id, service, release, environment'

const order =
  'timestamp DESC, project_id, service, release, environment, trace_id, span_id, value, toString(attributes)'

/**
 * Measurements, newest first; ties by content.
 * @param matching The rows, with `limit` and `offset` bound.
 */
export async function readSamples(store: TelemetryReader, matching: Filter): Promise<StoredSample[]> {
  const page = {
    sql: `
      SELECT timestamp, project_id, value, trace_id, span_id, service, release, environment, attributes
      FROM app_metrics
      WHERE ${matching.sql}
      ORDER BY ${order}
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: matching.parameters,
  }
  return store.read<StoredSample>({ name: 'appMetricSamples', ...withinAttributeBudget(page, { columns, order }) })
}

export function toAppMetricSample({ timestampMs, has_attributes: _, ...sample }: StoredSample): AppMetricSample {
  return { timestamp: new Date(timestampMs).toISOString(), ...sample }
}
