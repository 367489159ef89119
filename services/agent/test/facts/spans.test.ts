import type { SampledSpan, SampledTrace } from '@signalbox/contracts'
import { expect } from 'chai'
import fc from 'fast-check'
import { readCriticalPaths } from '../../src/facts/critical-paths.js'
import { readFailedSpans } from '../../src/facts/failed-spans.js'

function spanOf(id: string, parent: string, values: Partial<SampledSpan> = {}): SampledSpan {
  return {
    span_id: id,
    parent_span_id: parent,
    service: id,
    operation: `do ${id}`,
    start: '2026-06-19T10:00:00.000Z',
    start_offset_ms: 0,
    duration_ms: 10,
    status: 'ok',
    failed: false,
    attributes: {},
    ...values,
  }
}

const traceOf = (spans: SampledSpan[], id = 't'): SampledTrace => ({
  trace_id: id,
  reasons: ['failed'],
  spans,
  is_cut: false,
})

describe('readFailedSpans', () => {
  it('lists the services above, nearest first, and the failed ones below, each once', () => {
    const failed = { status: 'error', failed: true }
    const spans = [
      spanOf('edge', ''),
      spanOf('cart', 'edge', failed),
      spanOf('inner', 'cart', { ...failed, service: 'cart' }),
      spanOf('stock', 'inner', { ...failed, attributes: { error: 'gone' } }),
      spanOf('cache', 'inner'),
    ]
    const told = readFailedSpans([traceOf(spans)], 'e4')
    expect(told.map(({ service, callers, failedCallees }) => [service, callers, failedCallees])).to.deep.equal([
      ['cart', ['edge'], ['stock']],
      ['cart', ['edge'], ['stock']],
      ['stock', ['cart', 'edge'], []],
    ])
    expect(told[2]).to.deep.include({ attributes: { error: 'gone' }, evidence: 'e4', durationMs: 10, traceId: 't' })
  })

  it('reports at most five failed spans per operation', () => {
    const spans = Array.from({ length: 9 }, (_, index) =>
      spanOf(`s${index}`, '', { service: 'a', operation: 'b', failed: true }),
    )
    expect(readFailedSpans([traceOf(spans)], 'e4')).to.have.length(5)
  })

  it('terminates whatever parents spans name', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', '')
    fc.assert(
      fc.property(
        fc.uniqueArray(ids, { minLength: 1 }),
        fc.array(ids, { minLength: 6, maxLength: 6 }),
        (own, parents) => {
          const spans = own.map((id, index) => spanOf(id, parents[index] ?? '', { failed: true }))
          const trace = traceOf(spans)
          expect(readFailedSpans([trace], 'e1')).to.have.length(spans.length)
          for (const { steps } of readCriticalPaths([trace], 'e1')) expect(steps.length).to.be.at.most(spans.length)
        },
      ),
    )
  })
})

describe('readCriticalPaths', () => {
  it('follows the longest children, with the time in which none of them runs', () => {
    const spans = [
      spanOf('root', '', { duration_ms: 100 }),
      spanOf('short', 'root', { start_offset_ms: 5, duration_ms: 10 }),
      spanOf('long', 'root', { start_offset_ms: 10, duration_ms: 60, status: 'error' }),
      spanOf('leaf', 'long', { start_offset_ms: 50, duration_ms: 90 }),
    ]
    const [path] = readCriticalPaths([traceOf(spans)], 'e5')
    expect(path).to.deep.equal({
      traceId: 't',
      durationMs: 100,
      steps: [
        { service: 'root', operation: 'do root', selfMs: 35, status: 'ok' },
        { service: 'long', operation: 'do long', selfMs: 40, status: 'error' },
        { service: 'leaf', operation: 'do leaf', selfMs: 90, status: 'ok' },
      ],
      evidence: 'e5',
    })
  })

  it('lists the longest traces first, and starts at the longest root of a fragmented one', () => {
    const pieces = [spanOf('a', 'lost', { duration_ms: 5 }), spanOf('b', 'gone', { duration_ms: 7 })]
    const paths = readCriticalPaths([traceOf(pieces, 't1'), traceOf([spanOf('c', '', { duration_ms: 9 })], 't2')], 'e5')
    expect(paths.map(({ traceId, steps }) => [traceId, steps[0]?.service])).to.deep.equal([
      ['t2', 'c'],
      ['t1', 'b'],
    ])
  })
})
