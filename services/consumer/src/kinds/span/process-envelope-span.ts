import type { SpanRow } from '@signalbox/telemetry-store/rows'
import type { ItemResult } from '../../batch/item-result.js'
import { readAttributeValues } from '../../container/attribute-values.js'
import { inferAttributes } from '../../container/inferred-attributes.js'
import { createReleaseFilter } from '../../container/release-filter.js'
import { isContainer, readContainer, type ContainerForm } from '../../container/read-container.js'
import { itemCountOf } from '../../pipeline/item-count.js'
import { isJsonObject } from '@signalbox/sentry-events'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../../pipeline/kind-pipeline.js'
import { readClockShiftMs } from './clock-shift.js'
import { describeSpan, frameOf } from './process-transaction.js'
import { readSpanFrame, textOf, toSentrySpanRow } from './sentry-span.js'
import { toSpanResult } from './span-rows.js'

const spanContainer: ContainerForm = {
  kind: 'span',
  contentType: 'application/vnd.sentry.items.span.v2+json',
  invalid: 'invalid_span',
}

type Fields = Record<string, unknown>

/** An item of type `span`: a container of streamed spans, or a single span in the first version's form. */
export const envelopeSpanPipeline: EnvelopeItemPipeline = {
  quantity: (item) => (isContainer(item, spanContainer) ? itemCountOf(item) : 1),
  process: (payload, context) =>
    isContainer(context.item, spanContainer) ? processContainer(payload, context) : processStandalone(payload, context),
}

/** Bad spans are dropped individually; a container that doesn't match its header is dropped completely. */
function processContainer(payload: unknown, context: EnvelopeItemContext): ItemResult {
  const container = readContainer(payload, context.item, spanContainer)
  if (!container.ok) {
    return container.result
  }
  const inferred = inferAttributes(payload, context)
  return toResult(
    container.entries.map((span) => (isJsonObject(span) ? toStreamedRow(span, inferred, context) : undefined)),
    context,
  )
}

function processStandalone(payload: unknown, context: EnvelopeItemContext): ItemResult {
  return toResult([isJsonObject(payload) ? toStandaloneRow(payload, context) : undefined], context)
}

function toResult(rows: readonly (SpanRow | undefined)[], context: EnvelopeItemContext): ItemResult {
  const { meta, retentionDays } = context
  const findReason = createReleaseFilter(context)
  const bounds = { receivedAt: meta.receivedAt, retentionDays: retentionDays.spans }
  const result = toSpanResult(rows, bounds, ({ attributes }) => findReason(attributes['sentry.release'] ?? ''))
  return { ...result, hasOwnTimes: rows.every((row) => row === undefined || isClockTrusted(row, context)) }
}

/** A span that ends exactly when it was received was moved there, because its clock was too far off. */
function isClockTrusted({ start_time, duration_us }: SpanRow, context: EnvelopeItemContext): boolean {
  const endTime = start_time + duration_us
  return readClockShiftMs(context, endTime) === 0 && Math.abs(endTime / 1_000 - context.meta.receivedAt) >= 1
}

/** @param inferred Attributes from the request, for those that the span lacks. */
function toStreamedRow(fields: Fields, inferred: Fields, context: EnvelopeItemContext): SpanRow | undefined {
  const { trace_id, span_id, parent_span_id, start_timestamp: start, end_timestamp: end } = fields
  const frame = readSpanFrame({ trace_id, span_id, parent_span_id, start, end })
  if (frame === undefined) {
    return undefined
  }
  const attributes = readAttributeValues(fields['attributes'])
  const op = textOf(attributes['sentry.op'])
  const span = {
    frame,
    operation: textOf(fields['name']) || op,
    op,
    status: fields['status'],
    attributeSources: [attributes, inferred],
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
