import { expect } from 'chai'
import { exportTelemetry, type ExportedKind } from '@signalbox/contracts'
import { projectId } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { container, dataPoint, event, hexId, log, measurement, point, secondsAgo, span } from '../support/rows.js'

const range = { start: new Date(secondsAgo(3_600)).toISOString(), end: new Date(secondsAgo(0)).toISOString() }

async function exportAll(service: QueryService, kind: ExportedKind, limit = 10_000) {
  const items: Record<string, unknown>[] = []
  let pages = 0
  for (let offset: number | null = 0; offset !== null; pages++) {
    const { body }: Awaited<ReturnType<typeof service.get<typeof exportTelemetry>>> = await service.get(
      exportTelemetry,
      { ...range, kind, limit, offset },
    )
    items.push(...body.items)
    offset = body.next_offset
  }
  return { items, pages }
}

describe(`GET ${exportTelemetry.path}`, () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  it('returns complete rows, oldest first, in microseconds', async () => {
    const start = secondsAgo(50) * 1_000 + 7
    await service.seedSpans([
      span({ span_id: hexId(16, 2), start_time: start + 1, attributes: { 'http.method': 'GET' } }),
      span({ span_id: hexId(16, 1), start_time: start }),
    ])
    const { items } = await exportAll(service, 'span')
    expect(items.map(({ span_id: id, time_us: time }) => [id, time])).to.deep.equal([
      [hexId(16, 1), start],
      [hexId(16, 2), start + 1],
    ])
    expect(items[1]).to.deep.include({ attributes: { 'http.method': 'GET' }, project_id: span().project_id })
  })

  it('returns every kind', async () => {
    await service.seed('events', [event({ payload: '{"message":"boom"}', times_seen: 4 })])
    await service.seed('logs', [log({ body: 'hello' })])
    await service.seed('app_metrics', [measurement({ name: 'orders', value: 2 })])
    await service.seed('data_points', [dataPoint({ name: 'queue', value: 3, resource: { 'host.name': 'a' } })])
    expect((await exportAll(service, 'data_point')).items).to.have.length(1)
    expect((await exportAll(service, 'data_point')).items[0]).to.deep.include({
      name: 'queue',
      value: 3,
      count: null,
      resource: { 'host.name': 'a' },
    })
    expect((await exportAll(service, 'event')).items).to.have.length(1)
    expect((await exportAll(service, 'event')).items[0]).to.deep.include({
      payload: '{"message":"boom"}',
      times_seen: 4,
    })
    expect((await exportAll(service, 'log')).items[0]).to.deep.include({ body: 'hello' })
    expect((await exportAll(service, 'app_metric')).items[0]).to.deep.include({ name: 'orders', value: 2 })
  })

  it("returns a span's OpenTelemetry fields beyond its attributes", async () => {
    const details = { resource: { 'service.name': 'shop' }, events: '[{"name":"retry"}]', links: '[]' }
    await service.seedSpans([span(details)])
    expect((await exportAll(service, 'span')).items[0]).to.deep.include(details)
  })

  it('returns one entry for each value of a sample, from either table', async () => {
    await service.seed('container_metrics', [
      container({ cpu_usage_cores: 0.5, memory_usage_bytes: 7, network_rx_bytes: null, network_tx_bytes: null }),
    ])
    await service.seed('metric_points', [point('queue_depth', 3)])
    const { items } = await exportAll(service, 'sample')
    expect(items.map(({ metric_name: name, value }) => [name, value])).to.have.deep.members([
      ['cpu_usage_cores', 0.5],
      ['memory_usage_bytes', 7],
      ['queue_depth', 3],
    ])
  })

  it('pages without loss or repetition, even if a page would be too large', async () => {
    const large = 'x'.repeat(200_000)
    await service.seed(
      'logs',
      Array.from({ length: 90 }, (_, index) =>
        log({ body: `${index} ${large}`, timestamp: secondsAgo(60) * 1_000 + index }),
      ),
    )
    for (const limit of [7, 10_000]) {
      const { items, pages } = await exportAll(service, 'log', limit)
      expect(items.map(({ body }) => Number(String(body).split(' ')[0]))).to.deep.equal([...Array(90).keys()])
      expect(pages).to.be.above(1)
    }
  })

  it('returns only the given project, and then no samples', async () => {
    await service.seed('logs', [log(), log({ project_id: 'another' })])
    await service.seed('metric_points', [point('queue_depth', 3)])
    const ofProject = (kind: ExportedKind) => service.get(exportTelemetry, { ...range, kind, project_id: projectId })
    expect((await ofProject('log')).body.items).to.have.length(1)
    expect((await ofProject('sample')).body).to.deep.equal({ items: [], next_offset: null })
  })

  it('shows nothing of another organization', async () => {
    await service.seed('logs', [log()])
    const other = await openService()
    expect((await exportAll(other, 'log')).items).to.deep.equal([])
  })

  it('rejects an unknown kind and a range that ends before it starts, naming the parameter', async () => {
    expect((await service.get(exportTelemetry, { ...range, kind: 'session' })).faults[0]?.name).to.equal('kind')
    expect(
      (await service.get(exportTelemetry, { start: range.end, end: range.start, kind: 'log' })).faults[0]?.name,
    ).to.equal('start')
  })
})
