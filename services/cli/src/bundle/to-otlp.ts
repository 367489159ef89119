import type { ExportedKind } from '@signalbox/contracts'
import type { TelemetryItem } from './bundle-line.js'

/** Kinds that can be sent over OTLP. */
export type OtlpKind = Extract<ExportedKind, 'span' | 'log' | 'data_point'>

/** How items of a kind are serialized: the signal, and the structure of the request. */
interface Form {
  signal: 'traces' | 'logs' | 'metrics'
  names: readonly [resources: string, scopes: string, items: string]
  resourceOf: (item: TelemetryItem) => Texts
  write: (item: TelemetryItem) => object
}

type Texts = Readonly<Record<string, unknown>>

const forms: Readonly<Record<OtlpKind, Form>> = {
  span: {
    signal: 'traces',
    names: ['resourceSpans', 'scopeSpans', 'spans'],
    resourceOf: ({ resource }) => textsOf(resource),
    write: toSpan,
  },
  log: {
    signal: 'logs',
    names: ['resourceLogs', 'scopeLogs', 'logRecords'],
    resourceOf: ({ attributes }) => pick(textsOf(attributes), isOfResource),
    write: toLogRecord,
  },
  data_point: {
    signal: 'metrics',
    names: ['resourceMetrics', 'scopeMetrics', 'metrics'],
    resourceOf: ({ resource }) => textsOf(resource),
    write: toMetric,
  },
}

/** An OTLP request in JSON. */
export interface OtlpRequest {
  signal: Form['signal']
  body: string
}

/** Builds one request with all items, grouped by resource. */
export function toOtlpRequest(kind: OtlpKind, items: readonly TelemetryItem[]): OtlpRequest {
  const { signal, names, resourceOf, write } = forms[kind]
  const groups = new Map<string, { resource: Texts; items: object[] }>()
  for (const item of items) {
    const resource = resourceOf(item)
    const key = JSON.stringify(resource)
    const group = groups.get(key) ?? { resource, items: [] }
    group.items.push(write(item))
    groups.set(key, group)
  }
  const [resources, scopes, leaves] = names
  const written = [...groups.values()].map((group) => ({
    resource: { attributes: toPairs(group.resource) },
    [scopes]: [{ [leaves]: group.items }],
  }))
  return { signal, body: JSON.stringify({ [resources]: written }) }
}

/**
 * True if only OTLP preserves all of an item: data points, spans with a resource, log entries without a project, and
 * those of OpenTelemetry SDKs, which lack the attributes of error-reporting SDKs.
 */
export function isImportedByOtlp(
  kind: ExportedKind,
  { resource, attributes }: TelemetryItem,
  hasProject: boolean,
): boolean {
  if (kind === 'data_point') return true
  if (kind === 'span') return Object.keys(textsOf(resource)).length > 0
  if (kind !== 'log') return false
  const names = Object.keys(textsOf(attributes))
  return !hasProject || (names.some(isOfResource) && !names.some((name) => name.startsWith('sentry.')))
}

/** The buckets of an exponential histogram are stored by their bounds, which is the format of a plain histogram. */
export function importedKind(kind: unknown): unknown {
  return kind === 'exponential_histogram' ? 'histogram' : kind
}

/**
 * True for resource attributes of a log entry's sender; they are stored among the entry's attributes, and are merged
 * again when it is received.
 */
function isOfResource(name: string): boolean {
  return /^(?:service|deployment|telemetry)\./.test(name)
}

function toSpan(item: TelemetryItem) {
  const { operation, time_us: time, duration_us: duration, status, attributes, events, links } = item
  return {
    ...idsOf(item),
    parentSpanId: item['parent_span_id'],
    name: operation,
    startTimeUnixNano: nanosOf(time),
    endTimeUnixNano: nanosOf(Number(time) + Number(duration)),
    ...(status === 'error' && { status: { code: 2 } }),
    attributes: toPairs(textsOf(attributes)),
    events: listOf(events).map((event) => ({
      timeUnixNano: nanosOf(event['time_us']),
      name: event['name'],
      attributes: toPairs(textsOf(event['attributes'])),
    })),
    links: listOf(links).map((link) => ({ ...idsOf(link), attributes: toPairs(textsOf(link['attributes'])) })),
  }
}

function toLogRecord(item: TelemetryItem) {
  const { time_us: time, severity_number: severityNumber, body, attributes } = item
  return {
    ...idsOf(item),
    timeUnixNano: nanosOf(time),
    severityNumber,
    body: { stringValue: body },
    attributes: toPairs(pick(textsOf(attributes), (name) => !isOfResource(name))),
  }
}

function toMetric(item: TelemetryItem) {
  const { name, unit, kind, temporality, is_monotonic: isMonotonic } = item
  const aggregationTemporality = temporality === 'delta' ? 1 : temporality === 'cumulative' ? 2 : 0
  const dataPoints = [toPoint(item)]
  if (kind === 'gauge') return { name, unit, gauge: { dataPoints } }
  if (kind === 'summary') return { name, unit, summary: { dataPoints } }
  if (kind === 'sum') return { name, unit, sum: { dataPoints, aggregationTemporality, isMonotonic: isMonotonic === 1 } }
  return { name, unit, histogram: { dataPoints, aggregationTemporality } }
}

function toPoint(item: TelemetryItem) {
  const { value, count, sum, min, max, bounds, counts, quantiles, quantile_values: values, trace_id: trace } = item
  return {
    timeUnixNano: nanosOf(item['time_us']),
    startTimeUnixNano: nanosOf(item['start_us']),
    attributes: toPairs(textsOf(item['attributes'])),
    ...given({ asDouble: value, count, sum, min, max }),
    bucketCounts: counts,
    explicitBounds: bounds,
    quantileValues: Array.isArray(quantiles)
      ? quantiles.map((quantile, index) => ({ quantile: Number(quantile), value: at(values, index) }))
      : [],
    ...(trace !== '' && { exemplars: [{ traceId: trace, asDouble: 0 }] }),
  }
}

function at(values: unknown, index: number): number {
  return Number(Array.isArray(values) ? values[index] : undefined)
}

function given(values: Texts): Texts {
  return pick(values, (name) => values[name] !== null && values[name] !== undefined)
}

function idsOf({ trace_id: trace, span_id: span }: TelemetryItem) {
  return { traceId: trace, spanId: span }
}

/** @throws for an invalid time. */
function nanosOf(micros: unknown): string {
  return `${BigInt(Number(micros))}000`
}

function listOf(json: unknown): TelemetryItem[] {
  return typeof json === 'string' && json !== '' ? (JSON.parse(json) as TelemetryItem[]) : []
}

function textsOf(value: unknown): Texts {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function pick(values: Texts, isWanted: (name: string) => boolean): Texts {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)))
}

/** Stored attributes are strings; their original types are lost. */
function toPairs(values: Texts) {
  return Object.entries(values).map(([key, value]) => ({ key, value: { stringValue: String(value) } }))
}
