import { queryTraces } from '@signalbox/contracts'
import { expect } from 'chai'
import { nowMs, onDay, projectId } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { hexId, secondsAgo, span } from '../support/rows.js'

type Spans = ReturnType<typeof span>[]

function traceIds(body: { traces: { trace_id: string }[] }): number[] {
  return body.traces.map(({ trace_id }) => parseInt(trace_id, 16))
}

describe('traces query', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  /** Stores spans like the consumer: those without a parent in the root table too. */
  async function seedSpans(spans: Spans) {
    await service.seedSpans(spans)
  }

  const root = (trace: number, values: Partial<Spans[number]> = {}) =>
    span({ trace_id: hexId(32, trace), span_id: hexId(16, trace * 100), ...values })
  const child = (trace: number, values: Partial<Spans[number]> = {}) =>
    span({
      trace_id: hexId(32, trace),
      span_id: hexId(16, trace * 100 + 1),
      parent_span_id: hexId(16, trace * 100),
      start_time: secondsAgo(59) * 1000,
      ...values,
    })

  it('returns an empty list if there is no data', async () => {
    expect((await service.get(queryTraces)).body).to.deep.equal({ traces: [], total: 0 })
  })

  it('lists a trace under its root with its span count and sorted services', async () => {
    await seedSpans([
      child(1, { service: 'stock' }),
      child(1, { service: 'cart', span_id: hexId(16, 102) }),
      root(1, {
        duration_us: 1_499_600,
        status: 'error',
        start_time: onDay(11, 59, 0, 250) * 1000 + 999,
      }),
    ])
    expect((await service.get(queryTraces)).body).to.deep.equal({
      traces: [
        {
          trace_id: hexId(32, 1),
          root_span: {
            span_id: hexId(16, 100),
            service: 'shop',
            operation: 'GET /',
            duration_ms: 1500,
            status: 'error',
            timestamp: new Date(onDay(11, 59, 0, 250)).toISOString(),
          },
          span_count: 3,
          services: ['cart', 'shop', 'stock'],
        },
      ],
      total: 1,
    })
  })

  it('hides traces of other organizations', async () => {
    const other = await openService()
    await other.seedSpans([root(1)])
    await seedSpans([child(1)])
    const { body } = await service.get(queryTraces)
    expect(body.traces).to.have.length(1)
    expect(body.traces[0]!.span_count).to.equal(1)
  })

  it('lists a trace without a root under its earliest span', async () => {
    await seedSpans([
      child(1, { span_id: hexId(16, 9), start_time: secondsAgo(50) * 1000 }),
      child(1, { span_id: hexId(16, 8), start_time: secondsAgo(55) * 1000 }),
    ])
    const { body } = await service.get(queryTraces)
    expect(body.total).to.equal(1)
    expect(body.traces[0]!.root_span.span_id).to.equal(hexId(16, 8))
  })

  it('prefers the root to earlier spans, and the earliest of several roots', async () => {
    await seedSpans([
      child(1, { start_time: secondsAgo(70) * 1000 }),
      root(1, { start_time: secondsAgo(60) * 1000 }),
      root(1, { start_time: secondsAgo(65) * 1000, span_id: hexId(16, 7) }),
    ])
    const { body } = await service.get(queryTraces)
    expect(body.total).to.equal(1)
    expect(body.traces[0]!.root_span.span_id).to.equal(hexId(16, 7))
    expect(body.traces[0]!.span_count).to.equal(3)
  })

  it('lists the newest root first and ties by trace id', async () => {
    await seedSpans([
      root(3, { start_time: secondsAgo(20) * 1000 }),
      root(2, { start_time: secondsAgo(20) * 1000 }),
      root(4, { start_time: secondsAgo(10) * 1000 }),
      root(1, { start_time: secondsAgo(90) * 1000 }),
      child(1, { start_time: secondsAgo(1) * 1000 }),
    ])
    expect(traceIds((await service.get(queryTraces)).body)).to.deep.equal([4, 2, 3, 1])
  })

  it('pages through everything once although new spans of old traces arrive last', async () => {
    const traces = Array.from({ length: 60 }, (_, index) => index + 1)
    await seedSpans([
      ...traces
        .filter((trace) => trace % 7 !== 0)
        .map((trace) => root(trace, { start_time: secondsAgo(1000 - trace) * 1000 })),
      ...traces.flatMap((trace) =>
        Array.from({ length: 30 }, (_, index) =>
          child(trace, {
            span_id: hexId(16, trace * 1000 + index),
            start_time: secondsAgo(1000 - trace) * 1000 + (trace % 5 === 0 ? 900_000_000 : 1000) + index,
          }),
        ),
      ),
    ])
    const whole = await service.get(queryTraces)
    // All are ok, but only without a filter are there known to be few.
    for (const filter of [{}, { status: 'ok' }]) {
      const seen: number[] = []
      for (let offset = 0; offset < 60; offset += 7) {
        const { body } = await service.get(queryTraces, { ...filter, limit: 7, offset })
        expect(body.total).to.equal(60)
        seen.push(...traceIds(body))
      }
      expect(seen).to.deep.equal(traceIds(whole.body))
      expect(new Set(seen).size).to.equal(60)
    }
    const starts = whole.body.traces.map((trace) => trace.root_span.timestamp)
    expect(starts).to.deep.equal([...starts].sort().reverse())
  })

  describe('reads short pages of many traces from the newest part of the window', () => {
    const services = ['shop', 'stock']
    // Children start up to 40 s after their roots, and two traces start at the same time.
    const traces = (number: number, newest: number, seconds = 36_000) =>
      Array.from({ length: number }, (_, index) => {
        const startMs = Math.round(secondsAgo(newest + (seconds / number) * 2 * Math.floor(index / 2)))
        return [
          root(index, { start_time: startMs * 1000, service: services[index % 3] ?? 'cart' }),
          child(index, {
            start_time: (startMs + (index % 5) * 10_000) * 1000,
            service: services[index % 2] ?? '',
            status: index % 3 === 0 ? 'error' : 'ok',
          }),
        ]
      }).flat()

    const expectPages = async (query: Record<string, string>) => {
      const all = await service.get(queryTraces, { ...query, limit: 100 })
      expect(all.body.total).to.be.greaterThan(10)
      for (const offset of [0, 1, 2]) {
        const { body } = await service.get(queryTraces, { ...query, limit: 1, offset })
        expect(body, `offset ${offset}`).to.deep.equal({
          traces: all.body.traces.slice(offset, offset + 1),
          total: all.body.total,
        })
      }
    }

    for (const [spacing, newest] of [
      ['evenly', 60],
      ['unevenly', 43_200],
    ] as const) {
      for (const { filter, number } of [
        { filter: {}, number: 2_100 },
        { filter: { service: 'stock' }, number: 60 },
        { filter: { service: 'stock', status: 'ok' }, number: 60 },
        { filter: { status: 'error' }, number: 60 },
      ]) {
        it(`of ${JSON.stringify(filter)}, spread ${spacing}`, async () => {
          await seedSpans(traces(number, newest))
          await expectPages({ ...filter, since: '24h' })
        })
      }
    }

    it('with one query in a short window', async () => {
      const names: string[] = []
      service = await openService({ onRead: ({ name }) => names.push(name) })
      await seedSpans(traces(3_400, 1, 3_000))
      for (const filter of [{}, { service: 'stock' }]) await expectPages({ ...filter, since: '1h' })
      names.length = 0
      await service.get(queryTraces, { since: '1h', limit: 10 })
      expect(names).to.deep.equal(['tracesTotal', 'tracesNewest'])
    })

    it('without sorting the others', async () => {
      const names: string[] = []
      service = await openService({ onRead: ({ name }) => names.push(name) })
      await seedSpans(traces(60, 60))
      await service.get(queryTraces, { since: '24h', limit: 1, service: 'stock' })
      expect(names).to.deep.equal(['tracesTotal', 'tracesPlace', 'tracesPage'])
    })
  })

  it('counts traces that are spread out along with their page, and reads all their spans, days apart', async () => {
    const names: string[] = []
    service = await openService({ onRead: ({ name }) => names.push(name) })
    const traces = Array.from({ length: 12 }, (_, index) => index + 1)
    // Two traces each start at the same time.
    const startUs = (trace: number) => secondsAgo(86_400 * (1 + Math.floor(trace / 2))) * 1_000
    await seedSpans(
      traces.flatMap((trace) => [
        root(trace, { start_time: startUs(trace), duration_us: trace === 5 ? 1_999 : 2_000 }),
        child(trace, { start_time: startUs(trace) + (trace % 4) * 20_000_000_000 }),
      ]),
    )
    const newestFirst = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    for (const { filter, found } of [
      { filter: { status: 'ok' }, found: newestFirst },
      { filter: { min_duration_ms: 2 }, found: newestFirst.filter((trace) => trace !== 5) },
    ]) {
      const list = async (page: object) => (await service.get(queryTraces, { since: '7d', ...filter, ...page })).body
      const whole = await list({})
      expect(traceIds(whole)).to.deep.equal(found)
      expect(whole.traces.map((trace) => trace.span_count)).to.deep.equal(found.map(() => 2))
      names.length = 0
      for (const offset of found.keys()) {
        expect(await list({ limit: 1, offset })).to.deep.equal({ ...whole, traces: [whole.traces[offset]] })
      }
      expect(names).to.deep.equal(found.flatMap(() => ['tracesPlace', 'tracesPage']))
      names.length = 0
      expect(await list({ offset: 12 }), 'beyond the last page').to.deep.equal({ traces: [], total: found.length })
      expect(names).to.deep.equal(['tracesPlace'])
    }
  })

  it('lists few traces with one query, and their number beyond the last page', async () => {
    const names: string[] = []
    service = await openService({ onRead: ({ name }) => names.push(name) })
    await seedSpans([
      root(1, { duration_us: 5_000 }),
      child(1),
      root(2, { duration_us: 9_000 }),
      root(3, { duration_us: 1 }),
    ])
    for (const since of ['1h', '24h']) {
      names.length = 0
      const { body } = await service.get(queryTraces, { since, limit: 1, offset: 1 })
      expect(body).to.have.property('total', 3)
      expect(names).to.deep.equal(['tracesTotal', 'fewTraces'])
      names.length = 0
      expect((await service.get(queryTraces, { since, limit: 1, offset: 1 })).body).to.deep.equal(body)
      expect(names, 'once few are expected').to.deep.equal(['fewTraces'])
    }
    expect((await service.get(queryTraces, { since: '1h', min_duration_ms: 6 })).body.total).to.equal(1)
    const beyond = await service.get(queryTraces, { since: '1h', offset: 5 })
    expect(beyond.body).to.deep.equal({ traces: [], total: 3 })
  })

  it('counts the traces again once there are many', async () => {
    const names: string[] = []
    service = await openService({ onRead: ({ name }) => names.push(name) })
    await seedSpans([root(1)])
    const list = () => service.get(queryTraces, { since: '24h', limit: 1 })
    expect((await list()).body.total).to.equal(1)
    await seedSpans(Array.from({ length: 2_000 }, (_, index) => root(2 + index)))
    for (const expected of [['fewTraces'], ['tracesTotal', 'tracesPlace', 'tracesPage']]) {
      names.length = 0
      expect((await list()).body.total).to.equal(2_001)
      expect(names).to.deep.equal(expected)
    }
  })

  it('matches service and operation of any span and still returns the complete trace', async () => {
    await seedSpans([
      root(1),
      child(1, { service: 'stock', operation: "SELECT 'x%'" }),
      root(2),
      child(2, { service: 'cart', operation: 'INSERT' }),
    ])
    const byService = await service.get(queryTraces, { service: 'stock' })
    expect(traceIds(byService.body)).to.deep.equal([1])
    expect(byService.body.total).to.equal(1)
    expect(byService.body.traces[0]).to.deep.include({ span_count: 2, services: ['shop', 'stock'] })
    expect(traceIds((await service.get(queryTraces, { operation: "SELECT 'x%'" })).body)).to.deep.equal([1])
    expect(traceIds((await service.get(queryTraces, { service: 'cart', operation: 'INSERT' })).body)).to.deep.equal([2])
    expect((await service.get(queryTraces, { service: 'cart', operation: 'GET /' })).body.total).to.equal(0)
    expect((await service.get(queryTraces, { service: "' OR 1=1 --" })).body.total).to.equal(0)
    expect((await service.get(queryTraces, { service: '%' })).body.total).to.equal(0)
  })

  it('matches environment, tags and status on a span that meets the other filters too', async () => {
    await seedSpans([
      root(1, { attributes: { 'sentry.environment': 'production', tenant: 'a' } }),
      child(1, { service: 'db', status: 'error' }),
      root(2, { resource: { 'deployment.environment.name': 'production' }, attributes: { tenant: 'b' } }),
      root(3, { status: 'error', attributes: { tenant: 'a' } }),
    ])
    const filters: [query: Record<string, string>, found: number[]][] = [
      [{ environment: 'production' }, [1, 2]],
      [{ environment: 'production', service: 'db' }, []],
      [{ 'tag.tenant': 'a' }, [1, 3]],
      [{ status: 'error' }, [1, 3]],
      [{ status: 'ok' }, [2]],
      [{ status: 'ok', service: 'shop' }, [1, 2]],
      [{ status: 'error', service: 'shop' }, [3]],
      [{ status: 'error', 'tag.tenant': 'a' }, [3]],
      [{ trace_id: hexId(32, 2) }, [2]],
      [{ trace_id: hexId(32, 2), status: 'error' }, []],
    ]
    for (const [query, found] of filters) {
      const { body } = await service.get(queryTraces, query)
      expect(traceIds(body), JSON.stringify(query)).to.have.members(found)
      expect(body.total, JSON.stringify(query)).to.equal(found.length)
    }
  })

  it('applies the minimum duration to the root, or to the earliest span without one', async () => {
    await seedSpans([
      root(1, { duration_us: 100_000 }),
      root(2, { duration_us: 99_999 }),
      child(2, { duration_us: 500_000 }),
      child(3, { duration_us: 200_000 }),
      child(4, { duration_us: 1000 }),
      child(4, { duration_us: 900_000, start_time: secondsAgo(5) * 1000, span_id: hexId(16, 4) }),
    ])
    const { body } = await service.get(queryTraces, { min_duration_ms: 100 })
    expect(traceIds(body)).to.deep.equal([3, 1])
    expect(body.total).to.equal(2)
    expect((await service.get(queryTraces, { min_duration_ms: 0 })).body.total).to.equal(4)
    const both = await service.get(queryTraces, { min_duration_ms: 100, service: 'shop', operation: 'GET /' })
    expect(both.body.total).to.equal(2)
  })

  it('filters by project', async () => {
    await seedSpans([root(1), root(2, { project_id: '' })])
    expect(traceIds((await service.get(queryTraces, { project_id: projectId })).body)).to.deep.equal([1])
    expect((await service.get(queryTraces)).body.total).to.equal(2)
  })

  it('includes the start and excludes the end of absolute time, to the microsecond', async () => {
    const start = nowMs - 10 * 86_400_000
    await seedSpans([
      root(1, { start_time: start * 1000 - 1 }),
      root(2, { start_time: start * 1000 }),
      root(3, { start_time: (start + 1000) * 1000 - 1 }),
      root(4, { start_time: (start + 1000) * 1000 }),
    ])
    const range = { start: new Date(start).toISOString(), end: new Date(start + 1000).toISOString() }
    expect(traceIds((await service.get(queryTraces, range)).body)).to.deep.equal([3, 2])
  })
})
