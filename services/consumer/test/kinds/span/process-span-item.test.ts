import { expect } from 'chai'
import { limits } from '@signalbox/contracts'
import { processSpanItem } from '../../../src/kinds/span/process-span-item.js'
import { batchContext, spansOf } from '../../support/item-context.js'
import { receivedAt, spanItem, traceId } from '../../support/records.js'

const process = (fields: Record<string, unknown>) => processSpanItem(spanItem(fields), batchContext())
const rowOf = (fields: Record<string, unknown>) => spansOf(process(fields))[0]

describe('processSpanItem', () => {
  it('stores what was posted, with microseconds and text attributes', () => {
    const span_id = 'b'.repeat(16)
    expect(rowOf({ span_id, attributes: { a: 'b', n: 1.5, on: true, list: [1], none: null } })).to.deep.equal({
      organization_id: 'org-1',
      project_id: '',
      start_time: Date.parse('2026-11-21T08:00:00.123Z') * 1_000 + 456,
      trace_id: traceId,
      span_id: 'b'.repeat(16),
      parent_span_id: '',
      service: 'api',
      operation: 'GET /',
      duration_us: 12_500,
      status: 'ok',
      is_http_entry: 0,
      http_status: 0,
      attributes: { a: 'b', n: '1.5', on: 'true', list: '[1]' },
      resource: {},
      events: '',
      links: '',
    })
  })

  it('gives the root row of a span without a parent the same values', () => {
    const { rows } = process({})
    expect(rows.spans?.[0]).to.include(rows.root_spans?.[0])
    expect(process({ parent_span_id: 'c'.repeat(16) }).rows.root_spans).to.deep.equal([])
  })

  it('lowercases ids, and treats a zero parent as none', () => {
    const row = rowOf({ trace_id: 'A'.repeat(32), span_id: 'B'.repeat(16), parent_span_id: '0'.repeat(16) })
    expect(row).to.include({ trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16), parent_span_id: '' })
  })

  it('defaults a missing status to ok and retains others', () => {
    expect(rowOf({ status: undefined })).to.include({ status: 'ok' })
    expect(rowOf({ status: 'STATUS_CODE_ERROR' })).to.include({ status: 'STATUS_CODE_ERROR' })
  })

  it('drops spans older than the retention or too far ahead', () => {
    const reasonOf = (time: number) => process({ start_time: new Date(time).toISOString() }).counts[0]?.reason
    const oldest = receivedAt - 30 * 86_400_000
    expect(reasonOf(oldest)).to.equal('')
    expect(reasonOf(oldest - 1)).to.equal('timestamp_too_old')
    expect(reasonOf(receivedAt + limits.time.aheadMsMax)).to.equal('')
    expect(reasonOf(receivedAt + limits.time.aheadMsMax + 1)).to.equal('timestamp_in_future')
  })

  it('drops spans without the required fields', () => {
    const faults = [
      { trace_id: 'short' },
      { span_id: 5 },
      { parent_span_id: 'x' },
      { service: '' },
      { operation: undefined },
      { start_time: 1_700_000_000 },
      { duration_ms: -1 },
      { duration_ms: '5' },
    ]
    for (const fault of faults) {
      expect(process(fault).counts, JSON.stringify(fault)).to.deep.equal([
        { kind: 'span', outcome: 'dropped', reason: 'invalid_span', quantity: 1 },
      ])
    }
  })

  it('limits attributes in number and length and replaces lone surrogates', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key-${index}`, 'v']))
    const bounded = rowOf({ attributes: { long: 'x'.repeat(9_000), broken: 'a\ud800b', ...many } })?.attributes ?? {}
    expect(Object.keys(bounded)).to.have.length(limits.span.attributesMax)
    expect(bounded['long']).to.have.length(limits.span.attributeValueLengthMax)
    expect(bounded['broken']).to.equal('a\ufffdb')
  })

  it('handles attribute names of object prototypes', () => {
    const fields: unknown = JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}')
    const { attributes } = rowOf({ attributes: fields }) ?? { attributes: {} }
    expect({ ...attributes }).to.deep.equal({ constructor: 'y', toString: 'z' })
  })

  describe('HTTP entry', () => {
    const entry = (attributes: Record<string, unknown>, parent: string | null = null) => {
      const row = rowOf({ attributes, parent_span_id: parent })
      return [row?.is_http_entry, row?.http_status]
    }
    const parent = 'c'.repeat(16)

    it('is a span with an HTTP attribute and no parent if its kind is unknown', () => {
      expect(entry({ 'http.request.method': 'GET', 'http.response.status_code': 503 })).to.deep.equal([1, 503])
      expect(entry({ 'http.route': '/a' })).to.deep.equal([1, 0])
      expect(entry({ 'http.method': 'GET' }, parent)).to.deep.equal([0, 0])
      expect(entry({ 'db.system': 'mysql' })).to.deep.equal([0, 0])
    })

    it('is determined by the kind if known', () => {
      expect(entry({ 'http.method': 'GET', 'span.kind': 'SERVER' }, parent)).to.deep.equal([1, 0])
      expect(entry({ 'http.method': 'GET', 'span.kind': 'client' })).to.deep.equal([0, 0])
    })

    it('has no status if the attribute is invalid', () => {
      expect(entry({ 'http.method': 'GET', 'http.status_code': 'abc' })).to.deep.equal([1, 0])
      expect(entry({ 'http.method': 'GET', 'http.status_code': 99_999 })).to.deep.equal([1, 0])
      expect(entry({ 'http.method': 'GET', 'http.status_code': '404' })).to.deep.equal([1, 404])
    })
  })
})
