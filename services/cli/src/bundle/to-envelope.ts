import { parseJsonObject, type ExportedKind } from '@signalbox/contracts'
import type { TelemetryItem } from './bundle-line.js'

const usPerSecond = 1_000_000

/** A container holds many items of a kind in one envelope. */
interface Container {
  type: string
  contentType: string
  write: (item: TelemetryItem) => object
}

const containers: Readonly<Record<ContainedKind, Container>> = {
  log: { type: 'log', contentType: 'application/vnd.sentry.items.log+json', write: toLog },
  app_metric: {
    type: 'trace_metric',
    contentType: 'application/vnd.sentry.items.trace-metric+json',
    write: toAppMetric,
  },
  span: { type: 'span', contentType: 'application/vnd.sentry.items.span.v2+json', write: toSpan },
}

export type ContainedKind = Extract<ExportedKind, 'log' | 'app_metric' | 'span'>

/**
 * Builds the envelope of a stored event; its id, time and grouping are preserved. @throws Error for a broken payload.
 */
export function eventEnvelope({ event_id: id, time_us: time, payload }: TelemetryItem): string {
  const stored = parseJsonObject(String(payload))
  if (stored === undefined) throw new Error('the payload is not a JSON object')
  const event = { ...stored, event_id: id, timestamp: secondsOf(time) }
  return [{ event_id: id }, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n')
}

/** Builds one envelope with many items of a project, all from the same SDK. */
export function containerEnvelope(kind: ContainedKind, items: readonly TelemetryItem[], sdkName: string): string {
  const { type, contentType, write } = containers[kind]
  const payload = JSON.stringify({ items: items.map(write) })
  const header = { type, item_count: items.length, content_type: contentType, length: Buffer.byteLength(payload) }
  const sdk = sdkName === '' ? {} : { sdk: { name: sdkName } }
  return `${JSON.stringify(sdk)}\n${JSON.stringify(header)}\n${payload}\n`
}

function toLog(item: TelemetryItem) {
  const { level, severity_number, body, sequence, time_us: time, attributes } = item
  return {
    timestamp: secondsOf(time),
    ...idsOf(item),
    level,
    severity_number,
    body,
    attributes: wrap(attributes, sequence === 0 ? {} : { 'sentry.timestamp.sequence': sequence }),
  }
}

function toAppMetric(item: TelemetryItem) {
  const { name, type, unit, value, time_us: time, attributes } = item
  return { timestamp: secondsOf(time), ...idsOf(item), name, type, unit, value, attributes: wrap(attributes) }
}

function toSpan(item: TelemetryItem) {
  const { operation, parent_span_id: parent, time_us: time, duration_us: duration, status, attributes } = item
  return {
    ...idsOf(item),
    ...(parent !== '' && { parent_span_id: parent }),
    name: operation,
    status,
    start_timestamp: secondsOf(time),
    end_timestamp: secondsOf(Number(time) + Number(duration)),
    attributes: wrap(attributes),
  }
}

function idsOf({ trace_id: trace, span_id: span }: TelemetryItem) {
  return { ...(trace !== '' && { trace_id: trace }), ...(span !== '' && { span_id: span }) }
}

/** Stored attributes are strings; their original types are lost. */
function wrap(attributes: unknown, numbers: Readonly<Record<string, unknown>> = {}) {
  const texts = Object.entries(attributes ?? {}).map(([name, value]) => [
    name,
    { value: String(value), type: 'string' },
  ])
  const others = Object.entries(numbers).map(([name, value]) => [name, { value, type: 'integer' }])
  return Object.fromEntries([...texts, ...others]) as Record<string, unknown>
}

function secondsOf(micros: unknown): number {
  return Number(micros) / usPerSecond
}
