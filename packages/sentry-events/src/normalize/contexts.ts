import { limits } from '@signalbox/contracts'
import { cleanText } from '../protocol/index.js'
import type { JsonObject } from '../normal-event.js'
import type { Fields } from './fields.js'
import { trimObject } from './json-bag.js'

const contextLimits = { sizeMax: limits.event.contextBytesMax, depthMax: 7 }
const contextsMax = 100
const nameLengthMax = 200
const traceIdForm = /^[0-9a-f]{32}$/
const spanIdForm = /^[0-9a-f]{16}$/
const noId = /^0+$/

/** Reads contexts by name; each has a `type`, which is its name unless the SDK sets it. */
export function readContexts(fields: Fields | undefined): Record<string, JsonObject> {
  const contexts: Record<string, JsonObject> = {}
  const names = (fields?.names() ?? []).filter((name) => fields?.get(name) !== undefined)
  if (names.length > contextsMax) fields?.place.note('left_out')
  for (const rawName of names.slice(0, contextsMax)) {
    const name = cleanText(rawName, nameLengthMax)
    const sent = fields?.fields(rawName)
    if (sent !== undefined && name !== '__proto__') contexts[name] = readContext(name, sent)
  }
  return contexts
}

function readContext(name: string, sent: Fields): JsonObject {
  const type = sent.text('type', nameLengthMax) || name
  const named = name === 'trace' ? readSpanFields(sent) : {}
  const bag: JsonObject = {}
  for (const key of sent.names()) {
    if (key !== 'type' && key !== '__proto__' && !Object.hasOwn(named, key)) bag[key] = sent.get(key)
  }
  const context = Object.assign(trimObject(bag, contextLimits, sent.place), named, { type })
  return name === 'trace' ? Object.assign(context, readIds(context)) : context
}

/**
 * The trace context is a span, so the fields of spans are filled in. They are stored next to the bag and do not count
 * toward its limit: the output must fit when it is read again.
 */
function readSpanFields(trace: Fields): JsonObject {
  return { op: trace.text('op', nameLengthMax) || 'default', status: trace.text('status', nameLengthMax) || 'unknown' }
}

/** Normalizes ids. */
function readIds(trace: JsonObject): JsonObject {
  const [traceId, spanId, parentId] = [
    readId(trace['trace_id'], traceIdForm),
    readId(trace['span_id'], spanIdForm),
    readId(trace['parent_span_id'], spanIdForm),
  ]
  return {
    ...(traceId === '' ? {} : { trace_id: traceId }),
    ...(spanId === '' ? {} : { span_id: spanId }),
    ...(parentId === '' ? {} : { parent_span_id: parentId }),
  }
}

/** The trace an event belongs to; empty ids if there is none. */
export function readTraceIds(contexts: Readonly<Record<string, JsonObject>>): { traceId: string; spanId: string } {
  const trace = Object.hasOwn(contexts, 'trace') ? contexts['trace'] : undefined
  return { traceId: readId(trace?.['trace_id'], traceIdForm), spanId: readId(trace?.['span_id'], spanIdForm) }
}

/** Dashes are removed because some SDKs send trace ids as UUIDs. */
function readId(value: unknown, form: RegExp): string {
  if (typeof value !== 'string' || value.length > 36) return ''
  const id = value.toLowerCase().replaceAll('-', '')
  return form.test(id) && !noId.test(id) ? id : ''
}
