import { expect } from 'chai'
import { envelopeSpanPipeline } from '../../../src/kinds/span/process-envelope-span.js'
import { envelopeContext, spansOf } from '../../support/item-context.js'
import { childSpan, spanContainer, streamedSpan } from '../../support/records.js'

function processContainer(spans: readonly unknown[]) {
  const item = spanContainer(spans)
  return envelopeSpanPipeline.process(item.payload, envelopeContext(item))
}

describe('envelopeSpanPipeline', () => {
  it('stores a streamed span under its name with its attributes as text', () => {
    const attributes = {
      'sentry.op': { value: 'http.server', type: 'string' },
      'http.response.status_code': { value: 503, type: 'integer' },
      'service.name': { value: 'web', type: 'string' },
      list: { value: ['a', 'b'], type: 'array' },
    }
    const [row] = spansOf(processContainer([streamedSpan({ attributes, status: 'error' })]))
    expect(row).to.include({
      operation: 'GET /stream',
      service: 'web',
      status: 'error',
      duration_us: 250_000,
      is_http_entry: 1,
      http_status: 503,
    })
    expect(row?.attributes).to.deep.equal({
      'sentry.op': 'http.server',
      'http.response.status_code': '503',
      'service.name': 'web',
      list: '["a","b"]',
    })
  })

  it('drops invalid spans one by one', () => {
    const { rows, counts } = processContainer([streamedSpan(), streamedSpan({ trace_id: 'x' }), null])
    expect(rows.spans).to.have.length(1)
    expect(counts).to.deep.equal([
      { kind: 'span', outcome: 'stored', reason: '', quantity: 1 },
      { kind: 'span', outcome: 'dropped', reason: 'invalid_span', quantity: 2 },
    ])
  })

  it('drops a container without a span list by its declared count', () => {
    const item = { header: spanContainer([], 4).header, payload: { items: 'none' } }
    expect(envelopeSpanPipeline.process(item.payload, envelopeContext(item)).counts).to.deep.equal([
      { kind: 'span', outcome: 'dropped', reason: 'invalid_span', quantity: 4 },
    ])
  })

  it('stores a single span of the first format', () => {
    const payload = childSpan({ op: 'ui.interaction.click', description: '#buy', status: null })
    const [row] = spansOf(envelopeSpanPipeline.process(payload, envelopeContext({ header: { type: 'span' }, payload })))
    expect(row).to.include({ operation: '#buy', status: 'ok', service: 'shop', is_http_entry: 0 })
  })
})
