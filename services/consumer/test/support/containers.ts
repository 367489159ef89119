import { receivedAt, traceId, type EnvelopeItemText } from './records.js'

/** Seconds, one second before the envelope was received. */
export const entrySeconds = receivedAt / 1_000 - 1

export function logEntry(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { timestamp: entrySeconds, trace_id: traceId, level: 'info', body: 'hello', ...fields }
}

export function measurement(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { timestamp: entrySeconds, trace_id: traceId, name: 'orders', type: 'counter', value: 1, ...fields }
}

/** Attributes as sent by SDKs. */
export function wrap(attributes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, { value, type: 'string' }]))
}

export function logContainer(items: readonly unknown[], payload: Record<string, unknown> = {}): EnvelopeItemText {
  const content_type = 'application/vnd.sentry.items.log+json'
  return { header: { type: 'log', item_count: items.length, content_type }, payload: { ...payload, items } }
}

export function metricContainer(items: readonly unknown[], payload: Record<string, unknown> = {}): EnvelopeItemText {
  const content_type = 'application/vnd.sentry.items.trace-metric+json'
  return { header: { type: 'trace_metric', item_count: items.length, content_type }, payload: { ...payload, items } }
}
