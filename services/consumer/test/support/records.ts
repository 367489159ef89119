import { gzipSync } from 'node:zlib'
import {
  limits,
  batchMetaCodec,
  envelopeMetaCodec,
  outcomesMetaCodec,
  type BatchMeta,
  type EnvelopeMeta,
  type RefusedCount,
  type TelemetryTopic,
} from '@signalbox/contracts'
import type { LogBatch, LogRecord, LogRecordInput } from '@signalbox/event-log'

export const receivedAt = Date.parse('2026-11-21T08:00:30.000Z')
export const { retentionDays } = limits
export const processOptions = { retentionDays }
export const project = { id: 'project-1', number: 42, name: 'shop' }

export const traceId = 'a'.repeat(32)

export function envelopeRecord(body: string | Uint8Array, meta: Partial<EnvelopeMeta> = {}): LogRecordInput {
  const headers = envelopeMetaCodec.encode({
    organizationId: 'org-1',
    project,
    receivedAt,
    encoding: 'identity',
    form: 'envelope',
    omitted: [],
    ...meta,
  })
  return { headers, value: typeof body === 'string' ? Buffer.from(body) : body, rows: 1 }
}

export interface EnvelopeItemText {
  header: Record<string, unknown>
  payload: unknown
}

/** The body of an envelope; payloads that are not text are encoded as JSON. */
export function envelopeBody(items: readonly EnvelopeItemText[], header: Record<string, unknown> = {}): string {
  const lines = items.flatMap(({ header: itemHeader, payload }) => [
    JSON.stringify(itemHeader),
    typeof payload === 'string' ? payload : JSON.stringify(payload),
  ])
  return [JSON.stringify(header), ...lines].join('\n')
}

/** A request of topic `spans` or `metrics`, gzipped. */
export function batchRecord(body: unknown, meta: Partial<BatchMeta> = {}): LogRecordInput {
  const headers = batchMetaCodec.encode({
    organizationId: 'org-1',
    receivedAt,
    encoding: 'gzip',
    omitted: [],
    ...meta,
  })
  return { headers, value: gzipSync(JSON.stringify(body)), rows: 1 }
}

export function outcomesRecord(counts: readonly RefusedCount[]): LogRecordInput {
  const headers = outcomesMetaCodec.encode({ writtenAt: receivedAt })
  return { headers, value: Buffer.from(JSON.stringify(counts)), rows: 1 }
}

export function toBatch(topic: TelemetryTopic, records: readonly LogRecordInput[]): LogBatch {
  const stored: LogRecord[] = records.map((record, offset) => ({ ...record, offset }))
  return { topic, partition: 0, start: 0, end: records.length, records: stored, repeated: false }
}

let spans = 0

/** Different at every call: items with the same ids are one span, however often they are sent. */
export function nextSpanId(): string {
  spans += 1
  return spans.toString(16).padStart(16, 'b')
}

export function spanItem(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    trace_id: traceId,
    span_id: nextSpanId(),
    parent_span_id: null,
    service: 'api',
    operation: 'GET /',
    start_time: '2026-11-21T08:00:00.123456Z',
    duration_ms: 12.5,
    status: 'ok',
    attributes: { 'http.method': 'GET', 'http.status_code': 200 },
    ...fields,
  }
}

export function metricItem(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    timestamp: '2026-11-21T08:00:00.000Z',
    cluster: 'prod',
    namespace: 'shop',
    pod: 'api-1',
    container: 'api',
    node: 'node-1',
    metrics: { cpu_usage_cores: 0.5, memory_usage_bytes: 1_000 },
    ...fields,
  }
}

const startSeconds = receivedAt / 1_000 - 1

export function transaction(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'transaction',
    transaction: 'GET /cart',
    start_timestamp: startSeconds,
    timestamp: startSeconds + 0.5,
    contexts: { trace: { trace_id: traceId, span_id: nextSpanId(), op: 'http.server', status: 'ok' } },
    spans: [],
    ...fields,
  }
}

export function childSpan(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    trace_id: traceId,
    span_id: nextSpanId(),
    parent_span_id: 'c'.repeat(16),
    op: 'db.query',
    description: 'SELECT 1',
    start_timestamp: startSeconds,
    timestamp: startSeconds + 0.1,
    ...fields,
  }
}

export function streamedSpan(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    trace_id: traceId,
    span_id: nextSpanId(),
    name: 'GET /stream',
    status: 'ok',
    start_timestamp: startSeconds,
    end_timestamp: startSeconds + 0.25,
    attributes: { 'sentry.op': { value: 'http.server', type: 'string' } },
    ...fields,
  }
}

export function spanContainer(spans: readonly unknown[], itemCount: unknown = spans.length): EnvelopeItemText {
  return {
    header: {
      type: 'span',
      item_count: itemCount,
      content_type: 'application/vnd.sentry.items.span.v2+json',
    },
    payload: { version: 2, items: spans },
  }
}
