import type { EnvelopeItem } from '@signalbox/envelope'
import type { SpanRow } from '@signalbox/telemetry-store/rows'
import { dropped, type ItemCount, type ItemResult } from '../../batch/item-result.js'
import { itemCountOf } from '../../envelope/item-count.js'
import { isJsonObject } from '@signalbox/sentry-events'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../kind-pipeline.js'
import { readClockShiftMs } from './clock-shift.js'
import { describeSpan, frameOf } from './process-transaction.js'
import { readSpanFrame, textOf, toSentrySpanRow } from './sentry-span.js'
import { toSpanResult } from './span-rows.js'

const containerContentType = 'application/vnd.sentry.items.span.v2+json'

type Fields = Record<string, unknown>

/** An item of type `span`: a container of streamed spans, or one span of the first form by itself. */
export const envelopeSpanPipeline: EnvelopeItemPipeline = {
  quantity: (item) => (isContainer(item) ? itemCountOf(item) : 1),
  process: (payload, context) =>
    isContainer(context.item) ? processContainer(payload, context) : processStandalone(payload, context),
}

function isContainer({ header }: EnvelopeItem): boolean {
  return header['content_type'] === containerContentType
}

/** Bad spans are dropped one by one; a container that does not hold what its header says is dropped whole. */
function processContainer(payload: unknown, context: EnvelopeItemContext): ItemResult {
  const spans: unknown = isJsonObject(payload) ? payload['items'] : undefined
  if (!Array.isArray(spans)) {
    return dropped('span', itemCountOf(context.item), 'invalid_span')
  }
  if (spans.length !== context.item.header['item_count']) {
    return dropped('span', itemCountOf(context.item), 'invalid_item_count')
  }
  return toResult(
    spans.map((span: unknown) => (isJsonObject(span) ? toStreamedRow(span, context) : undefined)),
    context,
  )
}

function processStandalone(payload: unknown, context: EnvelopeItemContext): ItemResult {
  return toResult([isJsonObject(payload) ? toStandaloneRow(payload, context) : undefined], context)
}

function toResult(rows: readonly (SpanRow | undefined)[], { meta, retentionDays }: EnvelopeItemContext): ItemResult {
  const valid = rows.filter((row) => row !== undefined)
  const result = toSpanResult(valid, { receivedAt: meta.receivedAt, retentionDays: retentionDays.spans })
  if (valid.length === rows.length) {
    return result
  }
  const quantity = rows.length - valid.length
  const invalid: ItemCount = { kind: 'span', outcome: 'dropped', reason: 'invalid_span', quantity }
  return { rows: result.rows, counts: [...result.counts, invalid] }
}

function toStreamedRow(fields: Fields, context: EnvelopeItemContext): SpanRow | undefined {
  const { trace_id, span_id, parent_span_id, start_timestamp: start, end_timestamp: end } = fields
  const frame = readSpanFrame({ trace_id, span_id, parent_span_id, start, end })
  if (frame === undefined) {
    return undefined
  }
  const attributes = attributeValues(fields['attributes'])
  const op = textOf(attributes['sentry.op'])
  const span = {
    frame,
    operation: textOf(fields['name']) || op,
    op,
    status: fields['status'],
    attributeSources: [attributes],
    service: context.meta.project.name,
  }
  return toSentrySpanRow(span, context, readClockShiftMs(context, frame.endTime))
}

function toStandaloneRow(fields: Fields, context: EnvelopeItemContext): SpanRow | undefined {
  const framed = frameOf(fields)
  if (framed === undefined) {
    return undefined
  }
  const span = { ...describeSpan(fields), frame: framed.frame, service: context.meta.project.name }
  return toSentrySpanRow(span, context, readClockShiftMs(context, framed.frame.endTime))
}

/** Streamed spans wrap each attribute: `{value, type}`. The value says enough. */
function attributeValues(attributes: unknown): Fields {
  if (!isJsonObject(attributes)) {
    return {}
  }
  const unwrapped = Object.entries(attributes).map(([key, attribute]): [string, unknown] => [
    key,
    isJsonObject(attribute) ? attribute['value'] : attribute,
  ])
  return Object.fromEntries(unwrapped)
}
