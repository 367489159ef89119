import { limits, type TraceResource } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { ofTrace, type TraceReference } from './trace-spans.js'

/**
 * Reads the distinct resources of a trace's spans, by service, within the response limit. Spans of other SDKs have
 * none.
 */
export function readTraceResources(store: TelemetryReader, trace: TraceReference): Promise<TraceResource[]> {
  const { sql, parameters } = ofTrace(trace)
  return store.read<TraceResource>({
    name: 'traceResources',
    sql: `
      SELECT service, attributes
      FROM (
        SELECT *, sum(length(toString(attributes))) OVER (
          ORDER BY service, firstAt, key ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS bytes
        FROM (
          SELECT service, any(resource) AS attributes, min(start_time) AS firstAt,
            cityHash64(mapKeys(resource), mapValues(resource)) AS key
          FROM spans
          WHERE ${sql} AND notEmpty(resource)
          GROUP BY service, key
          ORDER BY service, firstAt, key
          LIMIT {resourcesMax:UInt32}))
      WHERE bytes <= {bytesMax:UInt64}
      ORDER BY service, firstAt, key`,
    parameters: {
      ...parameters,
      resourcesMax: limits.query.traceResourcesMax,
      bytesMax: limits.query.attributeBytesMax,
    },
  })
}
