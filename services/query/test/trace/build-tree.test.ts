import { limits, type TraceError, type TraceNode } from '@signalbox/contracts'
import { expect } from 'chai'
import { buildTree } from '../../src/trace/build-tree.js'
import type { StoredSpan } from '../../src/trace/trace-spans.js'

function stored(span_id: string, parent_span_id = '', startUs = 0): StoredSpan {
  return {
    span_id,
    parent_span_id,
    startUs,
    project_id: '',
    service: 'shop',
    operation: 'work',
    status: 'ok',
    op: '',
    durationUs: 1_500,
    attributes: {},
    has_attributes: 1,
  }
}

function errorIn(span_id: string, event_id: string): TraceError {
  return { event_id, span_id, project_id: 'p', title: 'E', level: 'error', timestamp: '2026-01-01T00:00:00.000Z' }
}

/** `a(b c(d))`, read without recursion. */
function outline(roots: readonly TraceNode[]): string {
  const parts: string[] = []
  const waiting: (TraceNode | string)[] = roots.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(next)
    else {
      parts.push(` ${next.span_id}`)
      if (next.children.length > 0) waiting.push(')', ...next.children.toReversed(), '(')
    }
  }
  return parts.join('').replaceAll('( ', '(').trim()
}

function countNodes(roots: readonly TraceNode[]): { nodes: number; depth: number } {
  let [nodes, depth] = [0, 0]
  const waiting = roots.map((node) => ({ node, level: 1 }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    nodes += 1
    depth = Math.max(depth, next.level)
    for (const node of next.node.children) waiting.push({ node, level: next.level + 1 })
  }
  return { nodes, depth }
}

describe("a trace's tree", () => {
  it('puts spans below their parents in the given order, whichever comes first', () => {
    const spans = [stored('b', 'a'), stored('a'), stored('d', 'c'), stored('c', 'a'), stored('e', 'a')]
    const { roots } = buildTree(spans, [], 0)
    expect(outline(roots)).to.equal('a(b c(d) e)')
    expect(roots[0]!.is_orphan).to.equal(false)
  })

  it('turns a span with an unknown parent into a marked root', () => {
    const { roots } = buildTree([stored('a'), stored('b', 'gone'), stored('c', 'b')], [], 0)
    expect(outline(roots)).to.equal('a b(c)')
    expect(roots.map((node) => node.is_orphan)).to.deep.equal([false, true])
    expect(roots[1]!.children[0]!.is_orphan).to.equal(false)
  })

  it('breaks a cycle at its first span and retains its children', () => {
    const spans = [stored('x', 'b'), stored('c', 'b'), stored('a', 'c'), stored('b', 'a')]
    const { roots } = buildTree(spans, [], 0)
    expect(outline(roots)).to.equal('c(a(b(x)))')
    expect(roots[0]!.is_orphan).to.equal(true)
  })

  it('breaks several cycles, and one of a single span', () => {
    const spans = [stored('a', 'a'), stored('b', 'c'), stored('c', 'b'), stored('d', 'a'), stored('r')]
    expect(outline(buildTree(spans, [], 0).roots)).to.equal('a(d) b(c) r')
  })

  it('puts errors into their spans, and those of unknown spans aside', () => {
    const errors = [errorIn('a', '1'), errorIn('gone', '2'), errorIn('', '3'), errorIn('a', '4')]
    const { roots, orphanErrors } = buildTree([stored('a')], errors, 0)
    expect(roots[0]!.errors.map(({ event_id }) => event_id)).to.deep.equal(['1', '4'])
    expect(orphanErrors.map(({ event_id }) => event_id)).to.deep.equal(['2', '3'])
  })

  it('returns times in microseconds', () => {
    const { roots } = buildTree([stored('a', '', 1_700_000_000_000_250)], [], 1_700_000_000_000_000)
    expect(roots[0]).to.include({ start_offset_ms: 0.25, duration_ms: 1.5, start: '2023-11-14T22:13:20.000Z' })
  })

  it('flattens a chain of 10 000 spans at the last level, so that it can be written as JSON', () => {
    const spans = Array.from({ length: 10_000 }, (_, index) => stored(`s${index}`, index === 0 ? '' : `s${index - 1}`))
    const { roots } = buildTree(spans, [], 0)
    const depthMax = limits.query.traceDepthMax
    expect(countNodes(roots)).to.deep.equal({ nodes: 10_000, depth: depthMax })
    expect(JSON.stringify(roots)).to.have.length.above(10_000)
    let last = roots[0]!
    while (last.children.length === 1) last = last.children[0]!
    expect(last.children).to.have.length(10_000 - depthMax + 1)
    expect(last.children.filter((node) => node.is_flattened)).to.have.length(10_000 - depthMax)
    expect(last.children.slice(0, 2).map((node) => node.span_id)).to.deep.equal([`s${depthMax - 1}`, `s${depthMax}`])
  })

  it('contains every span once, whatever parents they name', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 200; round += 1) {
      const spans = Array.from({ length: 30 }, (_, index) => stored(`s${index}`, `s${random(33)}`))
      expect(countNodes(buildTree(spans, [], 0).roots).nodes).to.equal(30)
    }
  })

  it('takes linear time if all spans form one cycle', () => {
    const spans = Array.from({ length: 10_000 }, (_, index) => stored(`s${index}`, `s${(index + 1) % 10_000}`))
    const before = performance.now()
    expect(countNodes(buildTree(spans, [], 0).roots).nodes).to.equal(10_000)
    expect(performance.now() - before).to.be.below(2_000)
  })
})
