import { expect } from 'chai'
import { transactionPipeline } from '../../../src/kinds/span/process-transaction.js'
import { envelopeContext, spansOf } from '../../support/item-context.js'
import { childSpan, receivedAt, traceId, transaction } from '../../support/records.js'

function process(payload: unknown, sentAt?: number) {
  return transactionPipeline.process(payload, envelopeContext({ header: { type: 'transaction' }, payload }, sentAt))
}

function trace(fields: Record<string, unknown>) {
  return { contexts: { trace: { trace_id: traceId, span_id: 'c'.repeat(16), ...fields } } }
}

describe('transactionPipeline', () => {
  it('turns the trace context into the root span, named after the transaction', () => {
    const [root] = spansOf(process(transaction(trace({ op: 'http.server', status: 'ok' }))))
    expect(root).to.include({
      organization_id: 'org-1',
      project_id: 'project-1',
      start_time: (receivedAt - 1_000) * 1_000,
      trace_id: traceId,
      span_id: 'c'.repeat(16),
      parent_span_id: '',
      service: 'shop',
      operation: 'GET /cart',
      duration_us: 500_000,
      status: 'ok',
      is_http_entry: 1,
    })
  })

  it('names children by their description, or by their op', () => {
    const spans = [childSpan(), childSpan({ description: null }), childSpan({ description: '', op: undefined })]
    const operations = spansOf(process(transaction({ spans }))).map(({ operation }) => operation)
    expect(operations).to.deep.equal(['GET /cart', 'SELECT 1', 'db.query', '<unlabeled span>'])
  })

  it('stores op, data and tags as attributes', () => {
    const payload = transaction({
      ...trace({ op: 'task', data: { retries: 2, 'http.response.status_code': 418 } }),
      tags: [['area', 'cart']],
      release: 'shop@1',
      request: { method: 'POST', url: 'https://shop.example/cart' },
    })
    const [root] = spansOf(process(payload))
    expect(root).to.include({ http_status: 418 })
    expect(root?.attributes).to.deep.equal({
      'sentry.op': 'task',
      retries: '2',
      'http.response.status_code': '418',
      area: 'cart',
      'sentry.release': 'shop@1',
      'http.request.method': 'POST',
      'url.full': 'https://shop.example/cart',
    })
  })

  it("takes the service from the attribute, and the children's from their root", () => {
    const payload = transaction({ ...trace({ data: { 'service.name': 'cart' } }), spans: [childSpan()] })
    expect(spansOf(process(payload)).map(({ service }) => service)).to.deep.equal(['cart', 'cart'])
  })

  it('stores ok for neutral statuses, error for all others, and retains the original', () => {
    const statusOf = (status: unknown) => {
      const [root] = spansOf(process(transaction(trace({ status }))))
      return [root?.status, root?.attributes['status']]
    }
    expect(statusOf('ok')).to.deep.equal(['ok', undefined])
    expect(statusOf(null)).to.deep.equal(['ok', undefined])
    expect(statusOf('unset')).to.deep.equal(['ok', 'unset'])
    expect(statusOf('unknown')).to.deep.equal(['ok', 'unknown'])
    expect(statusOf('internal_error')).to.deep.equal(['error', 'internal_error'])
    expect(statusOf('cancelled')).to.deep.equal(['error', 'cancelled'])
  })

  it("has no root row if it continues another service's trace, but still counts as an HTTP entry", () => {
    const { rows } = process(transaction(trace({ parent_span_id: 'F'.repeat(16), op: 'http.server' })))
    expect(rows.root_spans).to.deep.equal([])
    expect(rows.spans?.[0]).to.include({ parent_span_id: 'f'.repeat(16), is_http_entry: 1 })
  })

  it('reads ISO times, uppercase ids and null lists', () => {
    const payload = transaction({
      ...trace({ trace_id: 'A'.repeat(32) }),
      start_timestamp: '2026-11-21T08:00:00.000001Z',
      timestamp: '2026-11-21T08:00:01Z',
      spans: null,
      tags: null,
      type: undefined,
    })
    expect(spansOf(process(payload))[0]).to.include({ trace_id: 'a'.repeat(32), duration_us: 999_999 })
  })

  it('names an unnamed transaction', () => {
    expect(spansOf(process(transaction({ transaction: '' })))[0]?.operation).to.equal('<unlabeled transaction>')
  })

  it('is invalid entirely if it or one of its spans lacks times, ids or order', () => {
    const invalid = [
      transaction({ timestamp: null }),
      transaction({ start_timestamp: undefined }),
      transaction({ timestamp: 1 }),
      transaction({ contexts: {} }),
      transaction(trace({ trace_id: 'short' })),
      transaction(trace({ span_id: undefined })),
      transaction({ start_timestamp: -5 }),
      'text',
    ]
    for (const payload of invalid) {
      expect(process(payload).counts, JSON.stringify(payload)).to.deep.equal([
        { kind: 'span', outcome: 'dropped', reason: 'invalid_transaction', quantity: 1 },
      ])
    }
    const spans = [childSpan(), childSpan({ timestamp: 1 })]
    expect(process(transaction({ spans })).counts[0]).to.include({ reason: 'invalid_transaction', quantity: 3 })
  })

  it('drops single spans outside the retention', () => {
    const old = { start_timestamp: receivedAt / 1_000 - 40 * 86_400 }
    const { rows, counts } = process(transaction({ spans: [childSpan(old), childSpan()] }))
    expect(rows.spans).to.have.length(2)
    expect(counts).to.deep.equal([
      { kind: 'span', outcome: 'stored', reason: '', quantity: 2 },
      { kind: 'span', outcome: 'dropped', reason: 'timestamp_too_old', quantity: 1 },
    ])
  })

  it('corrects clock drift of hours by the time of sending', () => {
    const offSeconds = 5 * 3_600
    const start = receivedAt / 1_000 - offSeconds - 1
    const payload = transaction({ start_timestamp: start, timestamp: start + 0.5 })
    const [root] = spansOf(process(payload, receivedAt - offSeconds * 1_000))
    expect(root).to.include({ start_time: (receivedAt - 1_000) * 1_000, duration_us: 500_000 })
  })

  it("stores the root's measurements with their units, including web vitals", () => {
    const measurements = { lcp: { value: 1200.5 }, size: { value: 3, unit: 'kilobyte' }, bad: { value: 'x' }, worse: 7 }
    const [root, child] = spansOf(process(transaction({ measurements, spans: [childSpan()] })))
    expect(root?.attributes).to.include({
      'measurements.lcp': '1200.5',
      'measurements.lcp.unit': 'millisecond',
      'measurements.size': '3',
      'measurements.size.unit': 'kilobyte',
    })
    expect(root?.attributes).not.to.have.any.keys('measurements.bad', 'measurements.worse')
    expect(child?.attributes).not.to.have.property('measurements.lcp')
  })

  it('stores user, SDK and environment', () => {
    const payload = transaction({
      user: { id: 'u-17' },
      sdk: { name: 'sentry.php' },
      server_name: 'web-1',
      transaction_info: { source: 'route' },
    })
    expect(spansOf(process(payload))[0]?.attributes).to.include({
      'user.id': 'u-17',
      'sentry.sdk.name': 'sentry.php',
      'server.address': 'web-1',
      'sentry.segment.name.source': 'route',
    })
  })
})
