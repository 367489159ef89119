import fc from 'fast-check'

const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes })
const nanoseconds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)
const count = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }).map(String)
const text = fc.string({ unit: 'binary', maxLength: 40 })
const number = fc.double()
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.record({ stringValue: text }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
    fc.record({ doubleValue: number }),
    fc.record({ bytesValue: fc.uint8Array({ maxLength: 8 }) }),
    fc.constant({}),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
    fc.record({
      kvlistValue: fc.record({
        values: fc.array(fc.record({ key: text, value: tie('value') }), { maxLength: 3 }),
      }),
    }),
  ),
}))
const attributes = fc.array(fc.record({ key: text, value }), { maxLength: 4 })
const uint32 = fc.nat({ max: 2 ** 31 })
const partly = <T extends object>(model: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
  fc.record(model, { requiredKeys: [] })

const span = partly({
  traceId: hex(16),
  spanId: hex(8),
  parentSpanId: hex(8),
  traceState: text,
  name: text,
  kind: fc.nat({ max: 5 }),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  droppedAttributesCount: uint32,
  events: fc.array(partly({ timeUnixNano: nanoseconds, name: text, attributes }), { maxLength: 2 }),
  links: fc.array(partly({ traceId: hex(16), spanId: hex(8), attributes }), { maxLength: 2 }),
  status: partly({ message: text, code: fc.nat({ max: 2 }) }),
  flags: uint32,
})
const record = partly({
  timeUnixNano: nanoseconds,
  observedTimeUnixNano: nanoseconds,
  severityNumber: fc.nat({ max: 24 }),
  severityText: text,
  body: value,
  attributes,
  traceId: hex(16),
  spanId: hex(8),
  eventName: text,
})
const common = { startTimeUnixNano: nanoseconds, timeUnixNano: nanoseconds, attributes, flags: uint32 }
const exemplars = fc.array(partly({ asDouble: number, traceId: hex(16), spanId: hex(8) }), { maxLength: 2 })
const totals = { count, sum: number, min: number, max: number }
const points = <T>(point: fc.Arbitrary<T>) =>
  partly({ dataPoints: fc.array(point, { maxLength: 3 }), aggregationTemporality: fc.nat({ max: 2 }) })
const counts = fc.array(count, { maxLength: 6 })
const buckets = partly({ offset: fc.integer(), bucketCounts: counts })
const numberPoint = fc.oneof(partly({ ...common, asDouble: number, exemplars }), partly({ ...common, asInt: count }))
const metric = fc
  .tuple(
    fc.record({ name: text, unit: text, description: text }),
    fc.oneof(
      fc.record({ gauge: points(numberPoint) }),
      fc.record({ sum: points(numberPoint).map((sum) => ({ ...sum, isMonotonic: true })) }),
      fc.record({
        histogram: points(
          partly({ ...common, ...totals, exemplars, bucketCounts: counts, explicitBounds: fc.array(number) }),
        ),
      }),
      fc.record({
        exponentialHistogram: points(
          partly({
            ...common,
            ...totals,
            scale: fc.integer(),
            zeroCount: count,
            zeroThreshold: number,
            positive: buckets,
            negative: buckets,
          }),
        ),
      }),
      fc.record({
        summary: points(
          partly({
            ...common,
            count,
            sum: number,
            quantileValues: fc.array(partly({ quantile: number, value: number })),
          }),
        ),
      }),
    ),
  )
  .map(([names, held]) => ({ ...names, ...held }))

const groups = <T>(names: [string, string, string], item: fc.Arbitrary<T>): fc.Arbitrary<object> =>
  fc.record({
    [names[0]]: fc.array(
      partly({
        resource: partly({ attributes }),
        [names[1]]: fc.array(
          partly({
            scope: partly({ name: text, version: text, attributes }),
            [names[2]]: fc.array(item, { maxLength: 3 }),
          }),
          { maxLength: 2 },
        ),
      }),
      { maxLength: 2 },
    ),
  })

/** Requests of every kind, as objects that protobufjs encodes. Most times are far from the present. */
export const arbitraryRequests = {
  Traces: groups(['resourceSpans', 'scopeSpans', 'spans'], span),
  Metrics: groups(['resourceMetrics', 'scopeMetrics', 'metrics'], metric),
  Logs: groups(['resourceLogs', 'scopeLogs', 'logRecords'], record),
}
