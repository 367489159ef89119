import { readLogRecord as readJsonLogRecord } from './json/read-log-record.js'
import { readMetric as readJsonMetric } from './json/read-metric.js'
import { readSpan as readJsonSpan } from './json/read-span.js'
import { walkJsonRequest } from './json/walk-request.js'
import type { Group, LogRecord, Metric, Span } from './model.js'
import { readLogRecord } from './protobuf/read-log-record.js'
import { readMetric } from './protobuf/read-metric.js'
import { readSpan } from './protobuf/read-span.js'
import { walkRequest } from './protobuf/walk-request.js'

/** The two encodings of OTLP over HTTP. */
export const otlpFormats = ['protobuf', 'json'] as const
export type OtlpFormat = (typeof otlpFormats)[number]

const traceNames = { resources: 'resourceSpans', scopes: 'scopeSpans', items: 'spans' }
const metricNames = { resources: 'resourceMetrics', scopes: 'scopeMetrics', items: 'metrics' }
const logNames = { resources: 'resourceLogs', scopes: 'scopeLogs', items: 'logRecords' }

/**
 * The spans of an `ExportTraceServiceRequest`.
 * @throws MalformedError, TooLargeError
 */
export function decodeTraces(body: Uint8Array, format: OtlpFormat): Group<Span>[] {
  return format === 'protobuf' ? walkRequest(body, readSpan) : walkJsonRequest(body, traceNames, readJsonSpan)
}

/**
 * The metrics of an `ExportMetricsServiceRequest`.
 * @throws MalformedError, TooLargeError
 */
export function decodeMetrics(body: Uint8Array, format: OtlpFormat): Group<Metric>[] {
  return format === 'protobuf' ? walkRequest(body, readMetric) : walkJsonRequest(body, metricNames, readJsonMetric)
}

/**
 * The records of an `ExportLogsServiceRequest`.
 * @throws MalformedError, TooLargeError
 */
export function decodeLogs(body: Uint8Array, format: OtlpFormat): Group<LogRecord>[] {
  return format === 'protobuf' ? walkRequest(body, readLogRecord) : walkJsonRequest(body, logNames, readJsonLogRecord)
}
