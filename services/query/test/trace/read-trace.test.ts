import { readTrace, type TraceNode } from '@signalbox/contracts'
import { expect } from 'chai'
import { projectId } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { event, hexId, log, secondsAgo, span } from '../support/rows.js'

const traceId = hexId(32, 0xabc)
const startUs = secondsAgo(60) * 1000

function at(number: number, values: Parameters<typeof span>[0] = {}) {
  return span({ trace_id: traceId, span_id: hexId(16, number), start_time: startUs + number, ...values })
}

function ids(nodes: readonly TraceNode[]): number[] {
  return nodes.map(({ span_id }) => parseInt(span_id, 16))
}

describe('trace', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  const get = (id = traceId) => service.get(readTrace, {}, { trace_id: id })

  it('returns each resource that sent spans once, by service', async () => {
    const resource = { 'service.name': 'shop', 'host.name': 'a' }
    await service.seedSpans([
      at(1, { resource }),
      at(2, { resource }),
      at(3, { resource: { ...resource, 'host.name': 'b' } }),
      at(4, { service: 'db', resource: { 'cloud.region': 'eu' } }),
      at(5, { service: 'old' }),
    ])
    expect((await get()).body.resources).to.deep.equal([
      { service: 'db', attributes: { 'cloud.region': 'eu' } },
      { service: 'shop', attributes: resource },
      { service: 'shop', attributes: { ...resource, 'host.name': 'b' } },
    ])
    await service.seedSpans([span({ trace_id: hexId(32, 7) })])
    expect((await get(hexId(32, 7))).body).to.not.have.property('resources')
  })

  it('returns spans, errors and counts', async () => {
    await service.seedSpans([
      at(1, { duration_us: 5_000, operation: 'GET /', attributes: { 'sentry.op': 'http.server', a: 'b' } }),
      at(2, { parent_span_id: hexId(16, 1), service: 'db', duration_us: 7_500, status: 'error' }),
      span({ trace_id: hexId(32, 1) }),
    ])
    await service.seed('events', [
      event({ event_id: hexId(32, 1), trace_id: traceId, span_id: hexId(16, 2), title: 'Boom', level: 'fatal' }),
      event({ event_id: hexId(32, 2), trace_id: traceId, span_id: hexId(16, 99), title: 'Lost', times_seen: 5 }),
    ])
    await service.seed('logs', [log({ trace_id: traceId }), log({ trace_id: traceId }), log()])
    const { status, body } = await get()
    expect(status).to.equal(200)
    const timestamp = new Date(secondsAgo(60)).toISOString()
    const lost = {
      event_id: hexId(32, 2),
      project_id: projectId,
      span_id: hexId(16, 99),
      title: 'Lost',
      level: 'error',
      timestamp,
    }
    expect(body).to.deep.include({
      trace_id: traceId,
      start: timestamp,
      duration_ms: 7.501,
      span_count: 2,
      error_count: 2,
      log_count: 2,
      services: ['db', 'shop'],
      orphan_errors: [lost],
      is_cut: false,
      attributes_left_out: 0,
    })
    const [root] = body.roots
    expect(ids(body.roots)).to.deep.equal([1])
    expect(root).to.deep.include({
      parent_span_id: '',
      is_orphan: false,
      is_flattened: false,
      project_id: projectId,
      service: 'shop',
      operation: 'GET /',
      op: 'http.server',
      start: timestamp,
      start_offset_ms: 0,
      duration_ms: 5,
      status: 'ok',
      attributes: { 'sentry.op': 'http.server', a: 'b' },
      errors: [],
    })
    expect(root!.children[0]).to.deep.include({
      span_id: hexId(16, 2),
      start_offset_ms: 0.001,
      status: 'error',
      op: '',
      errors: [{ ...lost, event_id: hexId(32, 1), span_id: hexId(16, 2), title: 'Boom', level: 'fatal' }],
    })
  })

  it('shows a duplicate span once, and puts the earliest first', async () => {
    const child = { parent_span_id: hexId(16, 1) }
    await service.seedSpans([at(3, child), at(1), at(2, child)])
    await service.seedSpans([at(2, child), at(1)])
    const { body } = await get()
    expect(body.span_count).to.equal(3)
    expect(ids(body.roots)).to.deep.equal([1])
    expect(ids(body.roots[0]!.children)).to.deep.equal([2, 3])
  })

  it('marks orphans, and breaks cycles', async () => {
    await service.seedSpans([
      at(1, { parent_span_id: hexId(16, 99) }),
      at(2, { parent_span_id: hexId(16, 3) }),
      at(3, { parent_span_id: hexId(16, 2) }),
    ])
    const { body } = await get()
    expect(body.roots.map((node) => [...ids([node]), node.is_orphan, ...ids(node.children)])).to.deep.equal([
      [1, true],
      [2, true, 3],
    ])
  })

  it('accepts the id in any case and with dashes', async () => {
    await service.seedSpans([at(1)])
    for (const id of [traceId.toUpperCase(), '00000000-0000-0000-0000-000000000abc']) {
      expect((await get(id)).body.trace_id, id).to.equal(traceId)
    }
  })

  it('returns the earliest 10 000 spans of a longer trace and marks it as truncated', async () => {
    const rows = Array.from({ length: 10_500 }, (_, index) =>
      at(index + 1, { parent_span_id: index === 0 ? '' : hexId(16, index) }),
    )
    await service.seed('spans', rows)
    const { status, body } = await get()
    expect(status).to.equal(200)
    expect(body).to.include({ span_count: 10_500, is_cut: true, duration_ms: 20.499 })
    let shown = 0
    const waiting = [...body.roots]
    let latest = 0
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      shown += 1
      latest = Math.max(latest, parseInt(node.span_id, 16))
      waiting.push(...node.children)
    }
    expect({ shown, latest }).to.deep.equal({ shown: 10_000, latest: 10_000 })
  })

  it('omits attributes if there are too many of them', async () => {
    const attributes = Object.fromEntries(Array.from({ length: 256 }, (_, index) => [`k${index}`, 'x'.repeat(8_000)]))
    await service.seed(
      'spans',
      Array.from({ length: 10 }, (_, index) => at(index + 1, { attributes })),
    )
    const { body } = await get()
    expect(body.attributes_left_out).to.equal(2)
    expect(ids(body.roots.filter((node) => 'k0' in node.attributes))).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('contains the category of a span whose attributes are omitted', async () => {
    const attributes = { 'sentry.op': 'db', large: 'x'.repeat(17_000_000) }
    await service.seed('spans', [at(1, { attributes })])
    const { body } = await get()
    expect(body.roots[0]).to.deep.include({ op: 'db', attributes: {} })
  })

  it('returns a trace with only events or log entries', async () => {
    await service.seed('events', [
      event({ trace_id: traceId, timestamp: secondsAgo(50), event_id: hexId(32, 1) }),
      event({ trace_id: traceId, timestamp: secondsAgo(50), event_id: hexId(32, 1) }),
    ])
    const { body } = await get()
    const start = new Date(secondsAgo(50)).toISOString()
    expect(body).to.deep.include({ start, duration_ms: 0, span_count: 0, error_count: 1, services: [], roots: [] })
    expect(body.orphan_errors).to.have.length(1)
    await service.seed('logs', [log({ trace_id: hexId(32, 5), timestamp: secondsAgo(70) * 1000 + 1 })])
    const logs = await get(hexId(32, 5))
    expect(logs.body).to.include({ start: new Date(secondsAgo(70)).toISOString(), log_count: 1, error_count: 0 })
  })

  it('answers 404 if nothing is known, and for a trace of another organization', async () => {
    const other = await openService()
    await other.seedSpans([at(1)])
    expect((await get()).status).to.equal(404)
  })

  for (const id of ['abc', `${traceId}0`, 'g'.repeat(32)]) {
    it(`rejects the id ${id}`, async () => {
      const { status, faults } = await get(id)
      expect(status).to.equal(400)
      expect(faults).to.have.nested.property('[0].name', 'trace_id')
    })
  }
})
