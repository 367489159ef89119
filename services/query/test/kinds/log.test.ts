import { queryLogs } from '@signalbox/contracts'
import { expect } from 'chai'
import { nowMs, onDay, projectId, projectNumber } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { hexId, log, secondsAgo } from '../support/rows.js'

function bodies(body: { logs: { body: string }[] }): string[] {
  return body.logs.map((entry) => entry.body)
}

describe('logs query', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  it('returns an empty list if there is no data', async () => {
    const { status, body } = await service.get(queryLogs)
    expect(status).to.equal(200)
    expect(body).to.deep.equal({ logs: [], total: 0, has_more: false, attributes_left_out: 0 })
  })

  it('returns every documented field', async () => {
    await service.seed('logs', [
      log({
        timestamp: onDay(12, 0, 0, 123) * 1000 + 456,
        level: 'error',
        severity_number: 17,
        body: 'Käse "quoted" \u0001',
        trace_id: hexId(32, 9),
        span_id: hexId(16, 8),
        release: 'shop@1',
        environment: 'production',
        attributes: { 'http.method': 'GET', empty: '' },
      }),
    ])
    const { body } = await service.get(queryLogs)
    expect(body.logs).to.deep.equal([
      {
        timestamp: new Date(onDay(12, 0, 0, 123)).toISOString(),
        project_id: projectId,
        level: 'error',
        severity_number: 17,
        body: 'Käse "quoted" \u0001',
        trace_id: hexId(32, 9),
        span_id: hexId(16, 8),
        service: 'shop',
        release: 'shop@1',
        environment: 'production',
        sdk_name: 'sentry.javascript.node',
        attributes: { 'http.method': 'GET', empty: '' },
      },
    ])
  })

  it('sorts newest first by microseconds, and last sent first for the same time', async () => {
    const timestamp = secondsAgo(60) * 1000
    await service.seed('logs', [
      log({ body: 'b', timestamp, sequence: 1 }),
      log({ body: 'd', timestamp: timestamp + 2, sequence: 0 }),
      log({ body: 'c', timestamp, sequence: 2 }),
      log({ body: 'a', timestamp: timestamp - 1, sequence: 9 }),
    ])
    const { body } = await service.get(queryLogs)
    expect(bodies(body)).to.deep.equal(['d', 'c', 'b', 'a'])
  })

  it('pages without repeating or skipping an entry, across minutes and within one', async () => {
    const rows = Array.from({ length: 50 }, (_, index) =>
      log({ body: `entry ${index}`, timestamp: secondsAgo(60 + Math.floor(index / 10) * 60) * 1000, sequence: index }),
    )
    await service.seed('logs', rows)
    const seen: string[] = []
    for (let offset = 0; offset < 56; offset += 7) {
      const { body } = await service.get(queryLogs, { limit: 7, offset })
      expect(body.total).to.equal(50)
      expect(body.has_more).to.equal(offset + body.logs.length < 50)
      seen.push(...bodies(body))
    }
    expect(new Set(seen)).to.have.property('size', 50)
    expect(seen.slice(0, 3)).to.deep.equal(['entry 9', 'entry 8', 'entry 7'])
  })

  it('finds a part of the body in any case, literally', async () => {
    await service.seed('logs', [log({ body: 'Größe 100% "x"' }), log({ body: 'Groesse 100 x' })])
    for (const search of ['GRÖ', 'größe', '100%', '% "X', '"x"']) {
      const { body } = await service.get(queryLogs, { search })
      expect(bodies(body), search).to.deep.equal(['Größe 100% "x"'])
    }
  })

  it('filters by one level, and by a minimum level', async () => {
    await service.seed(
      'logs',
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level, index) =>
        log({ level, severity_number: 1 + 4 * index, body: level, sequence: index }),
      ),
    )
    expect(bodies((await service.get(queryLogs, { level: 'warn' })).body)).to.deep.equal(['warn'])
    const severe = await service.get(queryLogs, { min_level: 'warn' })
    expect(bodies(severe.body)).to.deep.equal(['fatal', 'error', 'warn'])
    expect((await service.get(queryLogs, { min_level: 'trace' })).body.total).to.equal(6)
  })

  const wanted = {
    trace_id: hexId(32, 0xabc),
    span_id: hexId(16, 0xdef),
    service: 'wanted',
    release: 'wanted@1',
    environment: 'wanted',
  }
  for (const [name, value] of Object.entries(wanted)) {
    it(`finds by ${name}`, async () => {
      await service.seed('logs', [log({ body: 'found', [name]: value }), log({ body: 'other' })])
      expect(bodies((await service.get(queryLogs, { [name]: value })).body)).to.deep.equal(['found'])
    })
  }

  it('accepts ids in any case, and a trace id with dashes', async () => {
    await service.seed('logs', [log({ trace_id: hexId(32, 0xabc), span_id: hexId(16, 0xdef) })])
    const dashed = '00000000-0000-0000-0000-000000000ABC'
    expect((await service.get(queryLogs, { trace_id: dashed, span_id: '0000000000000DEF' })).body.total).to.equal(1)
  })

  it('finds entries that have all of the attributes, including colons and empty values', async () => {
    await service.seed('logs', [
      log({ body: 'both', attributes: { url: 'http://a:1', empty: '' } }),
      log({ body: 'one', attributes: { url: 'http://a:1' } }),
    ])
    const one = await service.get(queryLogs, { attribute: 'url:http://a:1' })
    expect(one.body.total).to.equal(2)
    const both = await service.get(queryLogs, { attribute: ['url:http://a:1', 'empty:'] })
    expect(bodies(both.body)).to.deep.equal(['both'])
    expect((await service.get(queryLogs, { attribute: 'missing:' })).body.total).to.equal(0)
  })

  it('defaults to the last hour, and shows entries ahead of the clock', async () => {
    await service.seed('logs', [
      log({ body: 'old', timestamp: secondsAgo(3_700) * 1000 }),
      log({ body: 'ahead', timestamp: secondsAgo(-600) * 1000 }),
    ])
    expect(bodies((await service.get(queryLogs)).body)).to.deep.equal(['ahead'])
    expect(bodies((await service.get(queryLogs, { since: '6h' })).body)).to.deep.equal(['ahead', 'old'])
    const window = { start: new Date(nowMs - 4_000_000).toISOString(), end: new Date(nowMs).toISOString() }
    expect(bodies((await service.get(queryLogs, window)).body)).to.deep.equal(['old'])
  })

  it('filters by project number, and never includes another organization', async () => {
    const other = await openService()
    await other.seed('logs', [log({ body: 'theirs' })])
    await service.seed('logs', [log({ body: 'ours' }), log({ body: 'other project', project_id: 'other' })])
    expect((await service.get(queryLogs)).body.total).to.equal(2)
    expect(bodies((await service.get(queryLogs, { project_id: projectNumber })).body)).to.deep.equal(['ours'])
    expect((await service.get(queryLogs, { project_id: 99 })).status).to.equal(404)
  })

  it('shortens long bodies but still searches all of their text', async () => {
    await service.seed('logs', [log({ body: `${'ä'.repeat(20_000)}end` })])
    const { body } = await service.get(queryLogs, { search: 'end' })
    expect(body.logs[0]!.body).to.equal('ä'.repeat(16_384))
  })

  it('omits attributes, with a note, if a response would be too large', async () => {
    const attributes = { large: 'x'.repeat(6_000_000) }
    await service.seed('logs', [
      log({ body: 'first', sequence: 3, attributes }),
      log({ body: 'second', sequence: 2, attributes }),
      log({ body: 'third', sequence: 1, attributes }),
    ])
    const { body } = await service.get(queryLogs)
    expect(body.attributes_left_out).to.equal(1)
    expect(body.logs.map((entry) => Object.keys(entry.attributes).length)).to.deep.equal([1, 1, 0])
  })

  const faulty: Record<string, string>[] = [
    { level: 'warning' },
    { min_level: '' },
    { trace_id: 'abc' },
    { span_id: 'xyz' },
    { attribute: 'no-colon' },
    { attribute: '' },
    { search: '' },
    { since: '31d' },
    { limit: '1001' },
    { limit: '0' },
    { offset: '-1' },
    { start: 'yesterday' },
    { project_id: 'abc' },
  ]
  for (const query of faulty) {
    it(`rejects ${JSON.stringify(query)} and names the parameter`, async () => {
      const { status, faults } = await service.get(queryLogs, query)
      expect(status).to.equal(400)
      expect(faults[0]!.name).to.equal(Object.keys(query)[0])
    })
  }

  it('rejects an unknown parameter and lists the supported ones', async () => {
    const { status, faults } = await service.get(queryLogs, { colour: 'red' })
    expect(status).to.equal(400)
    expect(faults[0]).to.include({ in: 'query', name: 'colour' })
    expect(faults[0]!.detail).to.match(
      /^is not a parameter of this route: supported are since, start, end, project_id, search, /,
    )
  })
})
