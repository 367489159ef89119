import { compareOperations, queryDependencies, queryServices, queryTraceSamples } from '@signalbox/contracts'
import { expect } from 'chai'
import { onDay } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { event, hexId, log, secondsAgo, span } from '../support/rows.js'
import { parted, range } from './range.js'

const traceOf = (trace: number) => ({ trace_id: hexId(32, trace) })

/** A request to `web` that first queries `db` within the same service, then calls another service. */
function call(trace: number, seconds: number, values: { status?: string; duration?: number } = {}) {
  const { status = 'ok', duration = 10_000 } = values
  const start_time = secondsAgo(seconds) * 1000
  const [root, inner, outer] = [trace * 10, trace * 10 + 1, trace * 10 + 2].map((id) => hexId(16, id))
  return [
    span({
      ...traceOf(trace),
      span_id: root!,
      start_time,
      service: 'web',
      operation: 'GET /',
      status,
      duration_us: duration,
    }),
    span({ ...traceOf(trace), span_id: inner!, parent_span_id: root!, start_time, service: 'web', operation: 'query' }),
    span({
      ...traceOf(trace),
      span_id: outer!,
      parent_span_id: inner!,
      start_time: start_time + 1000,
      service: 'stock',
      operation: 'reserve',
      status,
      duration_us: duration / 2,
    }),
  ]
}

describe('services over time', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  async function ask(query: Record<string, string | number> = {}) {
    const { status, body } = await service.get(queryServices, { ...range, ...query })
    expect(status).to.equal(200)
    return body
  }

  it('are empty if nothing was sent', async () => {
    expect(await ask()).to.deep.equal({ interval_seconds: 60, one_in_traces: 1, services: [], services_left_out: 0 })
  })

  it('count entry spans of a service, not its internal ones', async () => {
    await service.seedSpans([
      ...call(1, 100, { duration: 10_000 }),
      ...call(2, 101, { duration: 30_000 }),
      ...call(3, 700, { status: 'error' }),
    ])
    const { services } = await ask()
    expect(services.map(({ service: name }) => name)).to.deep.equal(['stock', 'web'])
    const [stock, web] = services
    expect(web!.points.map(({ requests, errors, p95_ms }) => [requests, errors, p95_ms])).to.deep.equal([
      [1, 1, 10],
      [2, 0, 30],
    ])
    expect(stock!.points.map(({ requests, p50_ms }) => [requests, p50_ms])).to.deep.equal([
      [1, 5],
      [2, 15],
    ])
  })

  it('count a span with an unknown parent as an entry', async () => {
    await service.seedSpans([span({ parent_span_id: hexId(16, 77) })])
    expect((await ask()).services[0]!.points[0]!.requests).to.equal(1)
  })

  it('count responses with 500 and above as errors', async () => {
    await service.seedSpans([span({ http_status: 503 }), span({ span_id: hexId(16, 2), http_status: 404 })])
    expect((await ask()).services[0]!.points[0]).to.include({ requests: 2, errors: 1 })
  })

  it('combine events and log entries of the same service and minute in one point', async () => {
    const minute = onDay(11, 50)
    await service.seed('events', [
      event({ timestamp: minute + 1, tags: { service: 'web' }, times_seen: 5 }),
      event({ timestamp: minute + 2, event_id: hexId(32, 2), tags: { 'service.name': 'web' }, level: 'fatal' }),
      event({ timestamp: minute + 3, event_id: hexId(32, 3), level: 'warning', tags: { service: 'web' } }),
      event({ timestamp: minute + 4, event_id: hexId(32, 4) }),
    ])
    const at = { timestamp: (minute + 5) * 1000, service: 'web' }
    await service.seed('logs', [
      log({ ...at, level: 'warn' }),
      log({ ...at, level: 'fatal' }),
      log({ ...at, level: 'error' }),
      log({ ...at, level: 'debug' }),
    ])
    const { services } = await ask()
    expect(services.map(({ service: name }) => name)).to.deep.equal(['shop', 'web'])
    expect(services[1]!.points).to.deep.equal([
      {
        timestamp: new Date(minute).toISOString(),
        requests: 0,
        errors: 0,
        p50_ms: null,
        p95_ms: null,
        error_events: 6,
        logs: { info: 1, warn: 1, error: 2 },
      },
    ])
  })

  it('never include another organization', async () => {
    const other = await openService()
    await other.seedSpans(call(1, 100))
    expect((await ask()).services).to.deep.equal([])
  })

  it('reject an interval that is too short, with the minimum', async () => {
    const { status, faults } = await service.get(queryServices, { ...range, interval_seconds: 2 })
    expect(status).to.equal(400)
    expect(faults[0]).to.include({ name: 'interval_seconds', detail: 'must be at least 3 for this range' })
  })
})

describe('operations before and after an instant', () => {
  it('are measured in both parts, those with the most failures first', async () => {
    const service = await openService()
    await service.seedSpans([
      ...call(1, 3000, { duration: 10_000 }),
      ...call(2, 2900, { duration: 20_000 }),
      ...call(3, 100, { duration: 40_000, status: 'error' }),
    ])
    const { body } = await service.get(compareOperations, parted)
    expect(body).to.include({ one_in_traces: 1, total: 3 })
    expect(body.operations.map(({ service: name, operation }) => `${name} ${operation}`)).to.deep.equal([
      'stock reserve',
      'web GET /',
      'web query',
    ])
    expect(body.operations[1]).to.deep.equal({
      service: 'web',
      operation: 'GET /',
      before: { calls: 2, errors: 0, p50_ms: 20, p95_ms: 20 },
      after: { calls: 1, errors: 1, p50_ms: 40, p95_ms: 40 },
    })
    const limited = await service.get(compareOperations, { ...parted, limit: 1 })
    expect([limited.body.operations.length, limited.body.total]).to.deep.equal([1, 3])
  })

  it('have zeros for a part without calls', async () => {
    const service = await openService()
    await service.seedSpans([span()])
    const { body } = await service.get(compareOperations, parted)
    expect(body.operations[0]!.before).to.deep.equal({ calls: 0, errors: 0, p50_ms: 0, p95_ms: 0 })
  })
})

describe('dependencies', () => {
  it('are calls from one service to another, counting each sibling', async () => {
    const service = await openService()
    const parent = hexId(16, 1)
    await service.seedSpans([
      span({ span_id: parent, service: 'web' }),
      span({ span_id: hexId(16, 2), parent_span_id: parent, service: 'stock', duration_us: 4000 }),
      span({ span_id: hexId(16, 3), parent_span_id: parent, service: 'stock', status: 'error', duration_us: 8000 }),
      span({ span_id: hexId(16, 4), parent_span_id: parent, service: 'web' }),
      span({ span_id: hexId(16, 5), parent_span_id: hexId(16, 99), service: 'lost' }),
    ])
    const { body } = await service.get(queryDependencies, range)
    expect(body).to.deep.equal({
      one_in_traces: 1,
      dependencies: [{ caller: 'web', callee: 'stock', calls: 2, errors: 1, p95_ms: 8 }],
      total: 1,
    })
  })
})

describe('queries of spans', () => {
  it('accept `since` for the range up to now', async () => {
    const service = await openService()
    // The first is before the requested hour.
    await service.seedSpans([...call(1, 5000), ...call(2, 3000), ...call(3, 100)])
    for (const contract of [queryServices, queryDependencies]) {
      const { body } = await service.get(contract, { since: '1h' })
      expect(body).to.deep.equal((await service.get(contract, range)).body)
    }
    const { body } = await service.get(compareOperations, { since: '1h', split: parted.split })
    expect(body.operations[0]).to.deep.include({ before: { calls: 1, errors: 0, p50_ms: 5, p95_ms: 5 } })
    expect(body).to.deep.equal((await service.get(compareOperations, parted)).body)
  })
})

describe('trace samples', () => {
  it('are all traces if there are few, with every span as sent', async () => {
    const service = await openService()
    const [root, inner, outer] = call(1, 100, { status: 'error' })
    await service.seedSpans([{ ...root!, attributes: { error: 'broken' } }, inner!, outer!, ...call(2, 200)])
    const { body } = await service.get(queryTraceSamples, parted)
    expect(body.total).to.equal(2)
    expect(body.traces.map(({ trace_id, reasons }) => [trace_id, reasons])).to.deep.equal([
      [hexId(32, 2), ['typical']],
      [hexId(32, 1), ['failed']],
    ])
    const [first, second, third] = body.traces[1]!.spans
    expect(body.traces[1]!.is_cut).to.equal(false)
    expect(first).to.deep.equal({
      span_id: root!.span_id,
      parent_span_id: '',
      service: 'web',
      operation: 'GET /',
      start: new Date(secondsAgo(100)).toISOString(),
      start_offset_ms: 0,
      duration_ms: 10,
      status: 'error',
      failed: true,
      attributes: { error: 'broken' },
    })
    expect(second).to.include({ operation: 'query', parent_span_id: root!.span_id, failed: false })
    expect(third).to.include({ service: 'stock', start_offset_ms: 1, duration_ms: 5 })
  })

  it('are the first, last and longest failure, the slowest after and the typical one before if there are many', async () => {
    const service = await openService()
    const early = Array.from({ length: 41 }, (_, index) =>
      call(100 + index, 3000 + index, { duration: 1000 * (index + 1) }),
    )
    const late = Array.from({ length: 40 }, (_, index) =>
      call(200 + index, 1000 + index, { duration: 1000 * (index + 1) }),
    )
    const failed = [5, 9, 2, 1].map((length, index) =>
      call(300 + index, 500 - index, { duration: length * 1000, status: 'error' }),
    )
    await service.seedSpans([...early, ...late, ...failed].flat())
    const { body } = await service.get(queryTraceSamples, parted)
    expect(body.total).to.equal(85)
    const chosen = (reason: string) =>
      body.traces
        .filter(({ reasons }) => reasons.some((one) => one === reason))
        .map(({ trace_id }) => parseInt(trace_id, 16))
    expect(chosen('failed')).to.deep.equal([0x300, 0x301, 0x303].map((id) => id - 0x300 + 300))
    expect(chosen('slow')).to.deep.equal([239])
    expect(chosen('typical')).to.deep.equal([120])
  })

  it('mark a truncated trace, and retain its failed spans', async () => {
    const service = await openService()
    const spans = Array.from({ length: 250 }, (_, index) =>
      span({
        span_id: hexId(16, index + 1),
        parent_span_id: index === 0 ? '' : hexId(16, 1),
        start_time: secondsAgo(100) * 1000 + index,
        status: index === 249 ? 'error' : 'ok',
      }),
    )
    await service.seedSpans(spans)
    const [trace] = (await service.get(queryTraceSamples, parted)).body.traces
    expect(trace!.is_cut).to.equal(true)
    expect(trace!.spans).to.have.length(200)
    expect(trace!.spans.at(-1)).to.include({ span_id: hexId(16, 250), failed: true })
  })
})
