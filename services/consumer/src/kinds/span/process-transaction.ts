import type { OutcomeReason } from '@signalbox/contracts'
import type { EnvelopeItem } from '@signalbox/envelope'
import type { SpanRow } from '@signalbox/telemetry-store/rows'
import { dropped, type ItemResult } from '../../batch/item-result.js'
import { normalizeTags, isJsonObject } from '@signalbox/sentry-events'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../../pipeline/kind-pipeline.js'
import { readClockShiftMs } from './clock-shift.js'
import { readMeasurements } from './measurements.js'
import { readSpanFrame, textOf, toSentrySpanRow, type SpanFrame } from './sentry-span.js'
import { toSpanResult } from './span-rows.js'

type Fields = Record<string, unknown>

interface Framed {
  fields: Fields
  frame: SpanFrame
}

/** A transaction: its trace context is the root span, `spans` are the others. n spans count as n + 1. */
export const transactionPipeline: EnvelopeItemPipeline = { quantity, process: processTransaction }

function quantity(_item: EnvelopeItem, payload: unknown): number {
  return 1 + (isJsonObject(payload) ? childrenOf(payload).length : 0)
}

/** One bad span invalidates the complete transaction, as the protocol requires. */
function processTransaction(payload: unknown, context: EnvelopeItemContext): ItemResult {
  const invalid = () => dropped('span', quantity(context.item, payload), 'invalid_transaction')
  if (!isJsonObject(payload)) return invalid()
  const trace = traceContextOf(payload)
  const root = trace && frameOf({ ...trace, ...timesOf(payload) })
  const unwanted = findUnwanted(payload, context)
  if (unwanted !== undefined) return dropped('span', quantity(context.item, payload), unwanted)
  const children = childrenOf(payload).map(toFramed)
  if (trace === undefined || root === undefined || !children.every((child) => child !== undefined)) return invalid()
  const shiftMs = readClockShiftMs(context, root.frame.endTime)
  const rootRow = toRootRow({ payload, trace, frame: root.frame, context, shiftMs })
  const childRows = children.map((child) => toChildRow(child, rootRow.service, context, shiftMs))
  const bounds = { receivedAt: context.meta.receivedAt, retentionDays: context.retentionDays.spans }
  return { ...toSpanResult([rootRow, ...childRows], bounds), hasOwnTimes: shiftMs === 0 }
}

function findUnwanted(payload: Fields, { meta, rules }: EnvelopeItemContext): OutcomeReason | undefined {
  const { request, release } = payload
  const pageUrl = isJsonObject(request) ? textOf(request['url']) : ''
  return rules.filter.findItemReason(
    { release: textOf(release), pageUrl },
    { clientIp: meta.clientIp, userAgent: meta.userAgent },
  )
}

interface RootOptions {
  payload: Fields
  trace: Fields
  frame: SpanFrame
  context: EnvelopeItemContext
  shiftMs: number
}

function toRootRow({ payload, trace, frame, context, shiftMs }: RootOptions): SpanRow {
  const span = {
    frame,
    operation: textOf(payload['transaction']) || '<unlabeled transaction>',
    op: textOf(trace['op']),
    status: trace['status'],
    attributeSources: [
      trace['data'],
      normalizeTags(payload['tags']),
      eventFields(payload),
      readMeasurements(payload['measurements']),
    ],
    service: context.meta.project.name,
  }
  return toSentrySpanRow(span, context, shiftMs)
}

function toChildRow(
  { fields, frame }: Framed,
  service: string,
  context: EnvelopeItemContext,
  shiftMs: number,
): SpanRow {
  return toSentrySpanRow({ ...describeSpan(fields), frame, service }, context, shiftMs)
}

/** Data of a span in the first version's form other than its frame, in a transaction or alone. */
export function describeSpan(fields: Fields) {
  const op = textOf(fields['op'])
  return {
    operation: textOf(fields['description']) || op,
    op,
    status: fields['status'],
    attributeSources: [fields['data'], normalizeTags(fields['tags'])],
  }
}

/** Frame of a span in the first version's form. */
export function frameOf(fields: Fields): Framed | undefined {
  const { trace_id, span_id, parent_span_id, start_timestamp: start, timestamp: end } = fields
  const frame = readSpanFrame({ trace_id, span_id, parent_span_id, start, end })
  return frame && { fields, frame }
}

function toFramed(span: unknown): Framed | undefined {
  return isJsonObject(span) ? frameOf(span) : undefined
}

function timesOf({ start_timestamp, timestamp }: Fields): Fields {
  return { start_timestamp, timestamp }
}

function traceContextOf({ contexts }: Fields): Fields | undefined {
  const trace = isJsonObject(contexts) ? contexts['trace'] : undefined
  return isJsonObject(trace) ? trace : undefined
}

/** Null means absent throughout the protocol, so in this list as well. */
function childrenOf({ spans }: Fields): unknown[] {
  return Array.isArray(spans) ? spans.filter((span: unknown) => span !== null) : []
}

/** Data of the event around the root span that older SDKs don't repeat in the trace context. */
function eventFields({ release, environment, request, contexts, ...payload }: Fields): Fields {
  const response = isJsonObject(contexts) ? contexts['response'] : undefined
  const { sdk, user, transaction_info: named, server_name: host } = payload
  return {
    'sentry.sdk.name': isJsonObject(sdk) ? sdk['name'] : undefined,
    'sentry.segment.name.source': isJsonObject(named) ? named['source'] : undefined,
    'server.address': host,
    'user.id': isJsonObject(user) ? user['id'] : undefined,
    'sentry.release': release,
    'sentry.environment': environment,
    'http.request.method': isJsonObject(request) ? request['method'] : undefined,
    'url.full': isJsonObject(request) ? request['url'] : undefined,
    'http.response.status_code': isJsonObject(response) ? response['status_code'] : undefined,
  }
}
