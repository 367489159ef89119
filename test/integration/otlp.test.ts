import { gzipSync } from 'node:zlib'
import { SeverityNumber } from '@opentelemetry/api-logs'
import type { ErrorEvent, TraceDetail } from '@signalbox/contracts'
import { expect } from 'chai'
import { api } from '@opentelemetry/sdk-node'
import { rawBlock, zstdFrame } from '../../packages/envelope/test/zstd-data.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { createOtelSdk, type OtelProtocol } from '../support/otel-sdk.js'
import { otlpTelemetry } from '../support/otlp-telemetry.js'
import { startRefusingProxy } from '../support/refusing-proxy.js'

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
      it(`over ${protocol} ${by} ends up with equal counts, ids and durations`, async () => {
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

  it('turns exceptions into errors of their trace, if the project enables it', async () => {
    const { number, publicKey } = signalbox.project
    const settings = `/api/v1/telemetry/projects/${number}/settings/`
    const asked = await signalbox.call('PATCH', settings, { opentelemetry: { exceptions_as_errors: true } })
    expect(asked.status).to.equal(200)
    const sdk = createOtelSdk('http/protobuf', {
      url: `${signalbox.url}/api/${number}/integration/otlp/v1`,
      headers: { 'x-sentry-auth': `sentry sentry_key=${publicKey}` },
      serviceName: 'checkout',
    })
    const span = sdk.tracer.startSpan('POST /checkout')
    span.recordException(new RangeError('no stock at shelf 12'))
    span.end()
    await sdk.shutdown()
    const [event] = await eventually(async () => {
      const { body } = await signalbox.call('GET', '/api/v1/telemetry/query/errors/?since=1h')
      const { events } = body as { events: ErrorEvent[] }
      expect(events).to.have.length(1)
      return events
    })
    expect(event).to.include({
      exception_type: 'RangeError',
      exception_value: 'no stock at shelf 12',
      platform: 'node',
      release: '1.4.2',
      environment: 'staging',
      trace_id: span.spanContext().traceId,
    })
    expect(event?.stack_trace).to.contain('otlp.test.ts')
    // A batch's outcomes are stored after its rows.
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({ 'span stored': 1, 'error stored': 1 })
    })
  })

  for (const protocol of ['http/protobuf', 'http/json'] satisfies OtelProtocol[]) {
    it(`resends a request over ${protocol} after 503 and 429, and it is stored once`, async () => {
      const proxy = await startRefusingProxy(signalbox.url, [503, 429])
      try {
        const url = `${proxy.url}/v1`
        const sent = await sendAll(protocol, { ...targets['with an API key']!(), url })
        expect(proxy.refusals).to.be.empty
        await eventually(async () => {
          expect(await signalbox.readLedger()).to.include({ 'span stored': spansSent, 'log stored': spansSent })
        })
        expect(await signalbox.readColumn('spans', 'span_id')).to.have.members(sent.map(({ spanId }) => spanId))
      } finally {
        await proxy.close()
      }
    })
  }

  it('continues a trace that an error-reporting SDK started: one tree with its error and logs', async () => {
    const { number, publicKey } = signalbox.project
    const [traceId, rootId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    const nowSeconds = Date.now() / 1_000
    const transaction = {
      event_id: 'a'.repeat(32),
      type: 'transaction',
      transaction: '/checkout',
      start_timestamp: nowSeconds - 1,
      timestamp: nowSeconds,
      contexts: { trace: { trace_id: traceId, span_id: rootId, op: 'pageload' } },
      spans: [],
    }
    const lines = [{ event_id: transaction.event_id }, { type: 'transaction' }, transaction]
    await fetch(`${signalbox.url}/api/${number}/envelope/?sentry_key=${publicKey}`, {
      method: 'POST',
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
    })
    const sdk = createOtelSdk('http/protobuf', { ...targets['with an API key']!(), serviceName: 'checkout' })
    const parent = api.trace.setSpanContext(api.ROOT_CONTEXT, {
      traceId,
      spanId: rootId,
      traceFlags: 1,
      isRemote: true,
    })
    const server = sdk.tracer.startSpan('POST /orders', { kind: api.SpanKind.SERVER }, parent)
    server.addEvent('stock.checked', { left: 3 })
    sdk.tracer
      .startSpan('INSERT', { links: [{ context: server.spanContext() }] }, api.trace.setSpan(parent, server))
      .end()
    server.end()
    await sdk.shutdown()
    await eventually(async () => {
      const { body } = await signalbox.call('GET', `/api/v1/telemetry/query/trace/${traceId}/`)
      const { roots, span_count: spans, services } = body as TraceDetail
      expect([spans, roots.length]).to.deep.equal([3, 1])
      expect(services).to.have.length(2)
      const [backend] = roots[0]?.children ?? []
      expect(backend).to.include({ operation: 'POST /orders', service: 'checkout', parent_span_id: rootId })
      expect(backend?.events?.map(({ name, attributes }) => ({ name, attributes }))).to.deep.equal([
        { name: 'stock.checked', attributes: { left: '3' } },
      ])
      expect(backend?.children[0]?.links?.map(({ span_id }) => span_id)).to.deep.equal([backend?.span_id])
    })
  })

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

describe('an OpenTelemetry request', () => {
  let signalbox: InProcessSignalbox

  before(async () => {
    signalbox = await startInProcess()
  })
  after(() => signalbox.close())

  it('is stored completely, in gzip and in zstd', async () => {
    const encodings: Record<string, (body: Buffer) => Buffer> = {
      identity: (body) => body,
      gzip: (body) => gzipSync(body),
      zstd: (body) => zstdFrame([rawBlock(body, true)]),
    }
    for (const [index, [encoding, encode]] of Object.entries(encodings).entries()) {
      const { traces, logs } = otlpTelemetry(`sent-in-${encoding}`, 100 * index + 1, Date.now() - 60_000)
      for (const [signal, request] of Object.entries({ traces, logs })) {
        const res = await fetch(`${signalbox.url}/v1/${signal}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${signalbox.apiKey}`,
            'content-type': 'application/json',
            'content-encoding': encoding,
          },
          body: new Uint8Array(encode(Buffer.from(JSON.stringify(request)))),
        })
        expect([res.status, await res.text()], `${signal} in ${encoding}`).to.deep.equal([200, '{}'])
      }
    }
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({ 'span stored': 6, 'log stored': 6 })
    })
    const services = ['sent-in-gzip', 'sent-in-identity', 'sent-in-zstd']
    for (const table of ['spans', 'logs']) {
      const stored = await signalbox.readColumn(table, 'service')
      expect([...stored].sort(), table).to.deep.equal(services.flatMap((service) => [service, service]))
    }
  })
})
