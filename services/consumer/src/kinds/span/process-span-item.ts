import { limits } from '@signalbox/contracts'
import { noSpanDetails, type SpanRow } from '@signalbox/telemetry-store/rows'
import { dropped, type ItemResult } from '../../batch/item-result.js'
import { isJsonObject, cleanText } from '@signalbox/sentry-events'
import type { BatchItemContext, BatchPipeline } from '../../pipeline/kind-pipeline.js'
import { AttributeMap } from '../../container/attribute-map.js'
import { readHttpFacts } from './http-entry.js'
import { readMicroseconds } from '../../container/read-microseconds.js'
import { readParentSpanId, readSpanId, readTraceId } from '../../container/span-ids.js'
import { toSpanResult } from './span-rows.js'

const { serviceLengthMax, operationLengthMax, statusLengthMax, durationMsMax } = limits.span

/** Spans sent as JSON batches. */
export const spanBatch: BatchPipeline = { itemsKey: 'spans', quantity: () => 1, process: processSpanItem }

/**
 * Processes a span posted as JSON (`SpanItem`). The edge has validated it, so only what a row needs is checked again.
 */
export function processSpanItem(item: unknown, { meta, retentionDays }: BatchItemContext): ItemResult {
  const row = isJsonObject(item) ? toSpanRow(item, meta.organizationId) : undefined
  if (row === undefined) {
    return dropped('span', 1, 'invalid_span')
  }
  const bounds = { receivedAt: meta.receivedAt, retentionDays: retentionDays.spans }
  return { ...toSpanResult([row], bounds), hasOwnTimes: true }
}

/** @returns undefined if a required field is absent or malformed. */
function toSpanRow(item: Record<string, unknown>, organizationId: string): SpanRow | undefined {
  const trace_id = readTraceId(item['trace_id'])
  const span_id = readSpanId(item['span_id'])
  const parent_span_id = readParentSpanId(item['parent_span_id'])
  const { service, operation, start_time: startTime, duration_ms: durationMs, status } = item
  if (trace_id === undefined || span_id === undefined || parent_span_id === undefined) return undefined
  if (!isName(service) || !isName(operation) || !isDuration(durationMs) || typeof startTime !== 'string')
    return undefined
  const start_time = readMicroseconds(startTime)
  if (start_time === undefined) return undefined
  const attributes = toAttributes(item['attributes'])
  return {
    organization_id: organizationId,
    project_id: '',
    start_time,
    trace_id,
    span_id,
    parent_span_id,
    service: cleanText(service, serviceLengthMax),
    operation: cleanText(operation, operationLengthMax),
    duration_us: Math.round(durationMs * 1_000),
    status: typeof status === 'string' && status !== '' ? cleanText(status, statusLengthMax) : 'ok',
    ...readHttpFacts(attributes, '', parent_span_id !== ''),
    attributes,
    ...noSpanDetails,
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= durationMsMax
}

function toAttributes(fields: unknown): Record<string, string> {
  const attributes = new AttributeMap()
  attributes.setAll(fields)
  return attributes.toRecord()
}
