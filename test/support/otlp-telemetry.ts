/** The contents of an OTLP request in JSON form; all of one trace and one service. */
export interface OtlpTelemetry {
  traces: object
  logs: object
  metrics: object
}

const text = (key: string, value: string) => ({ key, value: { stringValue: value } })
const hex = (length: number, value: number) => value.toString(16).padStart(length, 'f')

/**
 * Spans with an event and a link, log records with the same timestamp, and data points of every kind.
 * @param service service name, also part of other names.
 * @param id distinguishes the trace from others.
 * @param timeMs timestamp in Unix milliseconds.
 */
export function otlpTelemetry(service: string, id: number, timeMs: number): OtlpTelemetry {
  const nanos = (ms: number, rest = 123_000) => String(BigInt(timeMs + ms) * 1_000_000n + BigInt(rest))
  const attributes = [text('service.name', service), text('service.version', '1.4'), text('k8s.pod.name', 'web-1')]
  const resource = { attributes }
  const scope = { name: 'shop', version: '2' }
  const traceId = hex(32, id)
  const span = { traceId, spanId: hex(16, id), startTimeUnixNano: nanos(0), endTimeUnixNano: nanos(20) }
  const child = { ...span, spanId: hex(16, id + 1), parentSpanId: span.spanId, name: 'SELECT', kind: 3 }
  const root = {
    ...span,
    ...{ name: 'GET /orders', kind: 2, status: { code: 2, message: 'no stock' } },
    attributes: [text('http.method', 'GET'), { key: 'http.status_code', value: { intValue: '503' } }],
    events: [{ timeUnixNano: nanos(5), name: 'retry', attributes: [text('attempt', '2')] }],
    links: [{ traceId: hex(32, id + 2), spanId: hex(16, id + 2), attributes: [text('why', 'batch')] }],
  }
  const logRecords = ['first', 'second'].map((body) => ({
    ...{ timeUnixNano: nanos(1), severityNumber: 14, severityText: 'WARNING', body: { stringValue: body } },
    ...{ traceId, spanId: span.spanId, attributes: [text('order', body)] },
  }))
  const common = { timeUnixNano: nanos(0), startTimeUnixNano: nanos(-1_000), attributes: [text('queue', 'a')] }
  const histogram = { ...common, count: '6', sum: 10.25, min: 0.5, max: 4 }
  const metrics = [
    { name: 'queue.length', unit: '1', gauge: { dataPoints: [{ ...common, asDouble: 3.5 }] } },
    { name: 'orders', sum: { dataPoints: [{ ...common, asInt: '7' }], aggregationTemporality: 2, isMonotonic: true } },
    {
      name: 'duration',
      histogram: {
        dataPoints: [
          {
            ...histogram,
            ...{ bucketCounts: ['1', '2', '3'], explicitBounds: [1, 2.5] },
            exemplars: [{ asDouble: 1, traceId, spanId: span.spanId }],
          },
        ],
        aggregationTemporality: 1,
      },
    },
    {
      name: 'size',
      exponentialHistogram: {
        dataPoints: [{ ...histogram, scale: 1, zeroCount: '1', positive: { offset: 1, bucketCounts: ['2', '3'] } }],
        aggregationTemporality: 2,
      },
    },
    {
      name: 'age',
      summary: { dataPoints: [{ ...common, count: '6', sum: 9, quantileValues: [{ quantile: 0.5, value: 1.5 }] }] },
    },
  ]
  return {
    traces: { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [root, child] }] }] },
    logs: { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] },
    metrics: { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] },
  }
}
