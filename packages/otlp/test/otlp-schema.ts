import protobuf from 'protobufjs'

/** `name: 'number type'`, followed by `*` for lists and `?` for fields whose absence is reported. */
const messages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AnyValue: {
    stringValue: '1 string?',
    boolValue: '2 bool?',
    intValue: '3 int64?',
    doubleValue: '4 double?',
    arrayValue: '5 ArrayValue?',
    kvlistValue: '6 KeyValueList?',
    bytesValue: '7 bytes',
  },
  ArrayValue: { values: '1 AnyValue*' },
  KeyValueList: { values: '1 KeyValue*' },
  KeyValue: { key: '1 string', value: '2 AnyValue' },
  Resource: { attributes: '1 KeyValue*', droppedAttributesCount: '2 uint32' },
  Scope: { name: '1 string', version: '2 string', attributes: '3 KeyValue*', droppedAttributesCount: '4 uint32' },
  Event: { timeUnixNano: '1 fixed64', name: '2 string', attributes: '3 KeyValue*', droppedAttributesCount: '4 uint32' },
  Link: {
    traceId: '1 bytes',
    spanId: '2 bytes',
    traceState: '3 string',
    attributes: '4 KeyValue*',
    flags: '6 fixed32',
  },
  Status: { message: '2 string', code: '3 int32' },
  Span: {
    traceId: '1 bytes',
    spanId: '2 bytes',
    traceState: '3 string',
    parentSpanId: '4 bytes',
    name: '5 string',
    kind: '6 int32',
    startTimeUnixNano: '7 fixed64',
    endTimeUnixNano: '8 fixed64',
    attributes: '9 KeyValue*',
    droppedAttributesCount: '10 uint32',
    events: '11 Event*',
    droppedEventsCount: '12 uint32',
    links: '13 Link*',
    droppedLinksCount: '14 uint32',
    status: '15 Status',
    flags: '16 fixed32',
  },
  ScopeSpans: { scope: '1 Scope', spans: '2 Span*', schemaUrl: '3 string' },
  ResourceSpans: { resource: '1 Resource', scopeSpans: '2 ScopeSpans*', schemaUrl: '3 string' },
  Traces: { resourceSpans: '1 ResourceSpans*' },
  LogRecord: {
    timeUnixNano: '1 fixed64',
    severityNumber: '2 int32',
    severityText: '3 string',
    body: '5 AnyValue',
    attributes: '6 KeyValue*',
    droppedAttributesCount: '7 uint32',
    flags: '8 fixed32',
    traceId: '9 bytes',
    spanId: '10 bytes',
    observedTimeUnixNano: '11 fixed64',
    eventName: '12 string',
  },
  ScopeLogs: { scope: '1 Scope', logRecords: '2 LogRecord*', schemaUrl: '3 string' },
  ResourceLogs: { resource: '1 Resource', scopeLogs: '2 ScopeLogs*', schemaUrl: '3 string' },
  Logs: { resourceLogs: '1 ResourceLogs*' },
  Exemplar: {
    timeUnixNano: '2 fixed64',
    asDouble: '3 double?',
    spanId: '4 bytes',
    traceId: '5 bytes',
    asInt: '6 sfixed64?',
    filteredAttributes: '7 KeyValue*',
  },
  NumberPoint: {
    startTimeUnixNano: '2 fixed64',
    timeUnixNano: '3 fixed64',
    asDouble: '4 double?',
    exemplars: '5 Exemplar*',
    asInt: '6 sfixed64?',
    attributes: '7 KeyValue*',
    flags: '8 uint32',
  },
  HistogramPoint: {
    startTimeUnixNano: '2 fixed64',
    timeUnixNano: '3 fixed64',
    count: '4 fixed64',
    sum: '5 double?',
    bucketCounts: '6 fixed64*',
    explicitBounds: '7 double*',
    exemplars: '8 Exemplar*',
    attributes: '9 KeyValue*',
    flags: '10 uint32',
    min: '11 double?',
    max: '12 double?',
  },
  Buckets: { offset: '1 sint32', bucketCounts: '2 uint64*' },
  ExponentialPoint: {
    attributes: '1 KeyValue*',
    startTimeUnixNano: '2 fixed64',
    timeUnixNano: '3 fixed64',
    count: '4 fixed64',
    sum: '5 double?',
    scale: '6 sint32',
    zeroCount: '7 fixed64',
    positive: '8 Buckets',
    negative: '9 Buckets',
    flags: '10 uint32',
    exemplars: '11 Exemplar*',
    min: '12 double?',
    max: '13 double?',
    zeroThreshold: '14 double',
  },
  Quantile: { quantile: '1 double', value: '2 double' },
  SummaryPoint: {
    startTimeUnixNano: '2 fixed64',
    timeUnixNano: '3 fixed64',
    count: '4 fixed64',
    sum: '5 double',
    quantileValues: '6 Quantile*',
    attributes: '7 KeyValue*',
    flags: '8 uint32',
  },
  Gauge: { dataPoints: '1 NumberPoint*' },
  Sum: { dataPoints: '1 NumberPoint*', aggregationTemporality: '2 int32', isMonotonic: '3 bool' },
  Histogram: { dataPoints: '1 HistogramPoint*', aggregationTemporality: '2 int32' },
  ExponentialHistogram: { dataPoints: '1 ExponentialPoint*', aggregationTemporality: '2 int32' },
  Summary: { dataPoints: '1 SummaryPoint*' },
  Metric: {
    name: '1 string',
    description: '2 string',
    unit: '3 string',
    gauge: '5 Gauge?',
    sum: '7 Sum?',
    histogram: '9 Histogram?',
    exponentialHistogram: '10 ExponentialHistogram?',
    summary: '11 Summary?',
    metadata: '12 KeyValue*',
  },
  ScopeMetrics: { scope: '1 Scope', metrics: '2 Metric*', schemaUrl: '3 string' },
  ResourceMetrics: { resource: '1 Resource', scopeMetrics: '2 ScopeMetrics*', schemaUrl: '3 string' },
  Metrics: { resourceMetrics: '1 ResourceMetrics*' },
  RemoteSample: { value: '1 double', timestamp: '2 int64', startTimestamp: '3 int64' },
  RemoteExemplar: { labelsRefs: '1 uint32*', value: '2 double', timestamp: '3 int64' },
  RemoteMetadata: { type: '1 int32', helpRef: '3 uint32', unitRef: '4 uint32' },
  RemoteSpan: { offset: '1 sint32', length: '2 uint32' },
  RemoteHistogram: {
    countInt: '1 uint64?',
    countFloat: '2 double?',
    sum: '3 double',
    schema: '4 sint32',
    zeroThreshold: '5 double',
    zeroCountInt: '6 uint64?',
    zeroCountFloat: '7 double?',
    negativeSpans: '8 RemoteSpan*',
    negativeDeltas: '9 sint64*',
    negativeCounts: '10 double*',
    positiveSpans: '11 RemoteSpan*',
    positiveDeltas: '12 sint64*',
    positiveCounts: '13 double*',
    resetHint: '14 int32',
    timestamp: '15 int64',
    customValues: '16 double*',
    startTimestamp: '17 int64',
  },
  RemoteSeries: {
    labelsRefs: '1 uint32*',
    samples: '2 RemoteSample*',
    histograms: '3 RemoteHistogram*',
    exemplars: '4 RemoteExemplar*',
    metadata: '5 RemoteMetadata',
    createdTimestamp: '6 int64',
  },
  RemoteWrite2: { symbols: '4 string*', timeseries: '5 RemoteSeries*' },
}

const nested = Object.fromEntries(
  Object.entries(messages).map(([name, fields]) => [
    name,
    { edition: 'proto3', fields: mapFields(fields), oneofs: mapPresence(fields) },
  ]),
)
const root = protobuf.Root.fromJSON({ nested })
root.resolveAll()

/** Every field whose absence is reported is its own oneof. */
function mapPresence(fields: Readonly<Record<string, string>>): Record<string, protobuf.IOneOf> {
  const told = Object.entries(fields).filter(([, description]) => description.endsWith('?'))
  return Object.fromEntries(told.map(([field]) => [`_${field}`, { oneof: [field] }]))
}

function mapFields(fields: Readonly<Record<string, string>>): Record<string, protobuf.IField> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, description]) => {
      const [id, type = ''] = description.split(' ')
      const rule = type.endsWith('*') ? { rule: 'repeated' } : {}
      const options = type.endsWith('?') ? { options: { proto3_optional: true } } : {}
      return [field, { id: Number(id), type: type.replace(/[*?]$/, ''), ...rule, ...options }]
    }),
  )
}

/** The messages of OTLP and of remote write version 2, for protobufjs. */
export function messageType(name: 'Traces' | 'Logs' | 'Metrics' | 'RemoteWrite2'): protobuf.Type {
  return root.lookupType(name)
}

/** The result of protobufjs in the JSON form of OTLP: ids in hex digits, 64-bit numbers as text. */
export function toOtlpJson(type: protobuf.Type, bytes: Uint8Array): unknown {
  const object = type.toObject(type.decode(bytes), { longs: String, bytes: Buffer })
  return JSON.parse(JSON.stringify(object, replaceBytes))
}

function replaceBytes(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key]
  if (typeof original === 'number' && !Number.isFinite(original)) return String(original)
  if (!Buffer.isBuffer(original)) return value
  return original.toString(key === 'bytesValue' ? 'base64' : 'hex')
}
