import { SeverityNumber } from '@opentelemetry/api-logs'
import { expect } from 'chai'
import { api } from '@opentelemetry/sdk-node'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { createOtelSdk, type OtelProtocol } from '../support/otel-sdk.js'

const spansSent = 40

describe('a real OpenTelemetry SDK', () => {
  let signalbox: InProcessSignalbox

  beforeEach(async () => {
    signalbox = await startInProcess()
  })
  afterEach(() => signalbox.close())

  const targets: Record<string, () => { url: string; headers: Record<string, string> }> = {
    'with an API key': () => ({ url: `${signalbox.url}/v1`, headers: { authorization: `Bearer ${signalbox.apiKey}` } }),
    'with the key of a DSN': () => ({
      url: `${signalbox.url}/api/${signalbox.project.number}/integration/otlp/v1`,
      headers: { 'x-sentry-auth': `sentry sentry_key=${signalbox.project.publicKey}` },
    }),
  }
  for (const protocol of ['http/protobuf', 'http/json'] satisfies OtelProtocol[]) {
    for (const [by, target] of Object.entries(targets)) {
      it(`by ${protocol} ${by} ends up with equal counts, ids and durations`, async () => {
        const sent = await sendAll(protocol, target())
        await eventually(async () => {
          expect(await signalbox.readLedger()).to.deep.equal({
            'span stored': spansSent,
            'log stored': spansSent,
            'data_point stored': 3,
          })
        })
        expect(await signalbox.readColumn('spans', 'span_id')).to.have.members(sent.map(({ spanId }) => spanId))
        expect((await signalbox.readColumn('spans', 'duration_us')).map(Number)).to.have.members(
          sent.map(({ us }) => us),
        )
        expect(new Set(await signalbox.readColumn('spans', 'service'))).to.deep.equal(new Set(['checkout']))
        expect(new Set(await signalbox.readColumn('logs', 'trace_id'))).to.deep.equal(
          new Set(sent.map(({ traceId }) => traceId)),
        )
        expect(await signalbox.readColumn('data_points', 'name')).to.have.members(['orders', 'duration', 'queue'])
      })
    }
  }

  async function sendAll(protocol: OtelProtocol, target: { url: string; headers: Record<string, string> }) {
    const sdk = createOtelSdk(protocol, { ...target, serviceName: 'checkout' })
    const orders = sdk.meter.createCounter('orders', { unit: '{order}' })
    const duration = sdk.meter.createHistogram('duration', { unit: 's' })
    sdk.meter.createObservableGauge('queue').addCallback((result) => {
      result.observe(3)
    })
    const startMs = Date.now() - 60_000
    const sent = Array.from({ length: spansSent }, (_, index) => {
      const us = 1_000 + index * 17
      const span = sdk.tracer.startSpan(`GET /orders/${index % 4}`, {
        kind: api.SpanKind.SERVER,
        startTime: [Math.floor(startMs / 1000), 5_000],
        attributes: { 'http.request.method': 'GET', 'http.route': '/orders/{id}' },
      })
      span.addEvent('cache.miss', { key: `order-${index}` })
      if (index === 0) span.setStatus({ code: api.SpanStatusCode.ERROR, message: 'no stock' })
      sdk.logger.emit({
        severityNumber: SeverityNumber.ERROR,
        body: { order: index },
        context: api.trace.setSpan(api.ROOT_CONTEXT, span),
      })
      span.end([Math.floor(startMs / 1000), 5_000 + us * 1_000])
      orders.add(1)
      duration.record(us / 1e6)
      const { traceId, spanId } = span.spanContext()
      return { traceId, spanId, us }
    })
    await sdk.shutdown()
    return sent
  }
})
