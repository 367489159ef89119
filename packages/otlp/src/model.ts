/**
 * The value of an attribute. Integers beyond 2^53 are represented by their digits, bytes by base64, and non-finite
 * numbers by the words `NaN`, `Infinity` and `-Infinity`.
 */
export type AttributeValue =
  string | number | boolean | null | readonly AttributeValue[] | { readonly [key: string]: AttributeValue }

/** In the order sent; keys may repeat. */
export type Attributes = readonly (readonly [key: string, value: AttributeValue])[]

/** The source of telemetry: a service, a container, a host. */
export interface Resource {
  attributes: Attributes
}

/** The library that created the telemetry. */
export interface Scope {
  name: string
  version: string
  attributes: Attributes
}

/** Items of one scope of one resource. */
export interface Group<Item> {
  resource: Resource
  scope: Scope
  /** Undefined for an item that is malformed in itself, which doesn't affect its neighbors. */
  items: Iterable<Item | undefined>
}

export interface SpanEvent {
  /** Unix microseconds. */
  timeUs: number
  name: string
  attributes: Attributes
}

export interface SpanLink {
  traceId: string
  spanId: string
  traceState: string
  attributes: Attributes
}

/** Ids are lower-case hex digits as sent, so of any length; empty if absent. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId: string
  traceState: string
  name: string
  /** 0 unspecified, 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number
  /** Unix microseconds. */
  startUs: number
  durationNs: number
  attributes: Attributes
  events: readonly SpanEvent[]
  links: readonly SpanLink[]
  /** 0 unset, 1 ok, 2 error. */
  statusCode: number
  statusMessage: string
  /** Counts of what the SDK left out of the span. */
  droppedAttributes: number
  droppedEvents: number
  droppedLinks: number
}

export interface LogRecord {
  /** Unix microseconds; 0 if unknown to the sender. */
  timeUs: number
  /** When a collector observed it; 0 if unknown. */
  observedUs: number
  /** 1 to 24, 0 if unknown. */
  severityNumber: number
  severityText: string
  body: AttributeValue
  attributes: Attributes
  traceId: string
  spanId: string
  eventName: string
}

/** For sums and histograms: 0 unspecified, 1 delta, 2 cumulative. */
export type Temporality = 0 | 1 | 2

interface PointBase {
  attributes: Attributes
  /** Start of the accumulation, Unix microseconds; 0 if unknown. */
  startUs: number
  /** Unix microseconds; 0 if unknown. */
  timeUs: number
  /** Bit 0: the series has no value at this time. */
  flags: number
  exemplars: readonly Exemplar[]
}

/** A measurement that contributed to a point, with its trace. */
export interface Exemplar {
  value: number
  traceId: string
  spanId: string
}

export interface NumberPoint extends PointBase {
  type: 'number'
  /** Undefined if the point has none. */
  value: number | undefined
}

export interface HistogramPoint extends PointBase {
  type: 'histogram'
  count: number
  sum: number | undefined
  min: number | undefined
  max: number | undefined
  /** Upper bounds, ascending; the last bucket has none. */
  bounds: readonly number[]
  /** One more than bounds, or empty. */
  counts: readonly number[]
}

/** Buckets whose bounds grow by the factor 2^(2^-scale). */
export interface ExponentialBuckets {
  offset: number
  counts: readonly number[]
}

export interface ExponentialHistogramPoint extends PointBase {
  type: 'exponential_histogram'
  count: number
  sum: number | undefined
  min: number | undefined
  max: number | undefined
  scale: number
  zeroCount: number
  zeroThreshold: number
  positive: ExponentialBuckets
  negative: ExponentialBuckets
}

export interface SummaryPoint extends PointBase {
  type: 'summary'
  count: number
  sum: number
  /** Pairs of quantile (0 to 1) and value. */
  quantiles: readonly (readonly [quantile: number, value: number])[]
}

export type MetricPoint = NumberPoint | HistogramPoint | ExponentialHistogramPoint | SummaryPoint

/** One metric with its points. */
export interface Metric {
  name: string
  unit: string
  description: string
  kind: 'gauge' | 'sum' | 'histogram' | 'exponential_histogram' | 'summary'
  /** For sums and histograms; 0 for gauges and summaries. */
  temporality: Temporality
  isMonotonic: boolean
  /** Undefined for points that are malformed in themselves. */
  points: readonly (MetricPoint | undefined)[]
}
