import { limits } from '@signalbox/contracts'
import { cleanText } from '../protocol/index.js'
import { isJsonObject } from '../read-json.js'
import type { JsonObject } from '../normal-event.js'
import { trimObject } from './json-bag.js'

const contextLimits = { sizeMax: limits.event.contextBytesMax, depthMax: 7 }
const contextsMax = 100
const traceIdForm = /^[0-9a-f]{32}$/
const spanIdForm = /^[0-9a-f]{16}$/
const noId = /^0+$/

/** Reads contexts by name; each has a `type`, which is its name unless the SDK says otherwise. */
export function readContexts(value: unknown): Record<string, JsonObject> {
  const contexts: Record<string, JsonObject> = {}
  if (!isJsonObject(value)) return contexts
  for (const [rawName, fields] of Object.entries(value).slice(0, contextsMax)) {
    const name = cleanText(rawName, 200)
    if (!isJsonObject(fields) || name === '__proto__') continue
    const context = trimObject(fields, contextLimits)
    contexts[name] = typeof context['type'] === 'string' ? context : { ...context, type: name }
  }
  return contexts
}

/** The trace that an event belongs to; empty ids when there is none. */
export function readTraceIds(contexts: Readonly<Record<string, JsonObject>>): { traceId: string; spanId: string } {
  const trace = Object.hasOwn(contexts, 'trace') ? contexts['trace'] : undefined
  return { traceId: readId(trace?.['trace_id'], traceIdForm), spanId: readId(trace?.['span_id'], spanIdForm) }
}

/** Dashes are left out, as some SDKs send trace ids as UUIDs. */
function readId(value: unknown, form: RegExp): string {
  if (typeof value !== 'string' || value.length > 36) return ''
  const id = value.toLowerCase().replaceAll('-', '')
  return form.test(id) && !noId.test(id) ? id : ''
}
