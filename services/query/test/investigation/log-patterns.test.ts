import { queryLogPatterns, queryLogs } from '@signalbox/contracts'
import { expect } from 'chai'
import { openService, type QueryService } from '../support/query-service.js'
import { hexId, log, secondsAgo } from '../support/rows.js'
import { parted } from './range.js'

describe('log patterns', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  async function ask(query: Record<string, string | number> = {}) {
    const { status, body } = await service.get(queryLogPatterns, { ...parted, ...query })
    expect(status).to.equal(200)
    return body
  }

  const replaced: [body: string, pattern: string][] = [
    ['charge 42 failed after 1.5s', 'charge <n> failed after <n>s'],
    ['item 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e is gone', 'item <id> is gone'],
    ['trace 0af7651916cd43dd8448eb211c80319c', 'trace <id>'],
    ['at 0x7ffe12ab', 'at <id>'],
    ['dial 10.0.0.10:53: i/o timeout', 'dial <address>: i/o timeout'],
    ['mail to ada@example.com bounced', 'mail to <address> bounced'],
    [`KeyError: 'total_cents' in "cart 7"`, 'KeyError: <text> in <text>'],
    ["can't open it, won't try", "can't open it, won't try"],
    ['feedback of the facade was added', 'feedback of the facade was added'],
    ['x509: certificate has expired', 'x<n>: certificate has expired'],
    ['eu-west-1b unreachable', 'eu-west-<n>b unreachable'],
    ['', ''],
  ]
  for (const [body, pattern] of replaced) {
    it(`include ${JSON.stringify(pattern)} for ${JSON.stringify(body)}`, async () => {
      await service.seed('logs', [log({ body })])
      expect((await ask()).patterns.map((one) => one.pattern)).to.deep.equal([pattern])
    })
  }

  it('cover only the entries that match the filters, with their complete text', async () => {
    const late = `${'x'.repeat(3_000)} needle`
    await service.seed('logs', [
      log({ body: 'took 1 ms', attributes: { region: 'eu' }, release: 'shop@1' }),
      log({ body: 'took 2 ms', level: 'warn', service: 'other' }),
      log({ body: late, trace_id: hexId(32, 7) }),
    ])
    const told = async (query: Record<string, string>) =>
      (await ask(query)).patterns.map(({ count, service: name }) => [name, count])
    expect(await told({ service: 'other' })).to.deep.equal([['other', 1]])
    expect(await told({ min_level: 'warn' })).to.deep.equal([['other', 1]])
    expect(await told({ search: 'TOOK' })).to.deep.equal([
      ['other', 1],
      ['shop', 1],
    ])
    expect(await told({ search: 'needle' })).to.deep.equal([['shop', 1]])
    expect(await told({ attribute: 'region:eu' })).to.deep.equal([['shop', 1]])
    expect(await told({ release: 'shop@1' })).to.deep.equal([['shop', 1]])
    expect(await told({ trace_id: hexId(32, 7) })).to.deep.equal([['shop', 1]])
    expect(await told({ pattern: 'took <n> ms', service: 'shop' })).to.deep.equal([['shop', 1]])
  })

  it('lead to their entries', async () => {
    const bodies = ["order 7 of 'ada' failed", 'order 1,299 of "bob" failed', 'order 7 of cy was late', 'order failed']
    await service.seed(
      'logs',
      bodies.map((body) => log({ body })),
    )
    const [first] = (await ask()).patterns
    expect(first).to.include({ pattern: 'order <n> of <text> failed', count: 2 })
    const listed = await service.get(queryLogs, { pattern: first!.pattern })
    expect(listed.body.logs.map(({ body }) => body)).to.have.members(bodies.slice(0, 2))
    expect(listed.body.total).to.equal(2)
  })

  it('are counted before and after by service and level, warnings first', async () => {
    await service.seed('logs', [
      log({ body: 'took 1 ms', timestamp: secondsAgo(3000) * 1000 }),
      log({ body: 'took 2 ms', timestamp: secondsAgo(2900) * 1000 }),
      log({ body: 'took 3 ms', timestamp: secondsAgo(100) * 1000 }),
      log({ body: 'took 4 ms', service: 'other' }),
      log({ body: 'took 5 ms', level: 'error' }),
    ])
    const { patterns, ...rest } = await ask()
    expect(rest).to.deep.equal({ one_in_warnings: 1, one_in_others: 1, interval_seconds: 60, total: 3 })
    expect(
      patterns.map(({ service: name, level, count, count_before }) => [name, level, count, count_before]),
    ).to.deep.equal([
      ['shop', 'error', 1, 0],
      ['shop', 'info', 3, 2],
      ['other', 'info', 1, 0],
    ])
    expect(patterns[1]!.intervals?.counts).to.deep.equal([1, 1, 1])
    expect(patterns[1]!.intervals?.starts.every((start) => start % 60 === 0)).to.equal(true)
    expect([patterns[1]!.first, patterns[1]!.last]).to.deep.equal(
      [3000, 100].map((seconds) => new Date(secondsAgo(seconds)).toISOString()),
    )
    expect((await ask({ limit: 1 })).patterns).to.have.length(1)
  })

  it('contain five original lines, from the first to the last', async () => {
    const rows = Array.from({ length: 41 }, (_, index) =>
      log({ body: `line ${index}`, timestamp: secondsAgo(3000 - index) * 1000, trace_id: hexId(32, index + 1) }),
    )
    await service.seed('logs', rows)
    const [pattern] = (await ask()).patterns
    expect(pattern!.examples.map(({ body }) => body)).to.deep.equal([
      'line 0',
      'line 10',
      'line 20',
      'line 30',
      'line 40',
    ])
    expect(pattern!.examples[1]).to.deep.equal({
      timestamp: new Date(secondsAgo(2990)).toISOString(),
      body: 'line 10',
      trace_id: hexId(32, 11),
      attributes: {},
    })
  })

  it('contain examples among lines of the same time, in order', async () => {
    const bodies = ['line 3', 'line 1', 'line 2', 'line 2', 'line 5', 'line 4']
    await service.seed(
      'logs',
      bodies.map((body) => log({ body, timestamp: secondsAgo(100) * 1000 })),
    )
    const [pattern] = (await ask()).patterns
    expect(pattern).to.include({ pattern: 'line <n>', count: 6 })
    expect(pattern!.examples.map(({ body }) => body)).to.deep.equal(['line 1', 'line 2', 'line 2', 'line 3', 'line 5'])
  })

  it('contain each line of a pattern whose lines all have different ids', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => log({ body: `gone: 0x${hexId(16, index * 0xabcdef)}` }))
    await service.seed('logs', rows)
    const { patterns } = await ask()
    expect(patterns.map(({ pattern, count }) => [pattern, count])).to.deep.equal([['gone: <id>', 1_000]])
    expect(patterns[0]!.examples).to.have.length(5)
  })

  it('contain the attributes that most lines share, and which lines had them', async () => {
    const attributes = (host: string) => ({
      host,
      region: 'eu',
      'service.name': 'shop',
      'sentry.release': '1',
      odd: '',
    })
    await service.seed('logs', [
      log({ attributes: attributes('a'), timestamp: secondsAgo(100) * 1000 }),
      log({ attributes: attributes('a'), timestamp: secondsAgo(90) * 1000 }),
      log({ attributes: attributes('b'), timestamp: secondsAgo(80) * 1000 }),
      log({ attributes: {}, timestamp: secondsAgo(70) * 1000 }),
    ])
    const [pattern] = (await ask()).patterns
    expect(pattern!.common_attributes).to.deep.equal([
      { name: 'odd', value: '', ratio: 0.75 },
      { name: 'region', value: 'eu', ratio: 0.75 },
    ])
    expect(pattern!.examples[0]!.attributes).to.deep.equal({ host: 'a', region: 'eu', odd: '' })
  })

  it('are merged if they differ in a few words, with their counts, and lead to exactly these entries', async () => {
    const people = ['mara', 'mara', 'jonas', 'priya']
    const bodies = people.map((person, index) => `user ${person} signed in from host alder${index}`)
    await service.seed('logs', [
      ...bodies.map((body, index) => log({ body, timestamp: secondsAgo(3000 - index * 500) * 1000 })),
      log({ body: 'user mara signed out of host alder1' }),
      log({ body: bodies[0]!, service: 'other' }),
      log({ body: bodies[0]!, level: 'warn' }),
    ])
    const { patterns, total } = await ask({ service: 'shop', level: 'info' })
    expect(total).to.equal(2)
    const [first] = patterns
    expect(first).to.deep.include({ pattern: 'user <*> signed in from host alder<n>', count: 4, count_before: 3 })
    expect(first!.intervals?.counts).to.deep.equal([1, 1, 1, 1])
    expect(first!.examples.map(({ body }) => body)).to.deep.equal(bodies)
    const { body } = await service.get(queryLogs, { pattern: first!.pattern, service: 'shop', level: 'info' })
    expect(body.logs.map((entry) => entry.body)).to.have.members(bodies)
  })

  it('are merged if only the text after the first line differs', async () => {
    const stacks = ['', '\n  at read (a.js)\n  at main', '\n  at write (b.js)']
    await service.seed('logs', [
      ...stacks.map((stack) => log({ body: `cannot reach the store${stack}`, level: 'error' })),
      log({ body: 'cannot reach the store now', level: 'error' }),
    ])
    const [first, ...rest] = (await ask()).patterns
    expect(rest).to.have.length(1)
    expect(first).to.include({ pattern: 'cannot reach the store\n<*>', count: 3 })
    const { body } = await service.get(queryLogs, { pattern: first!.pattern })
    expect(body.total).to.equal(3)
  })

  it('are separate, with the pattern that each belongs to, if requested', async () => {
    const bodies = ['queue of mara is full', 'queue of mara is full', 'queue of jonas is full']
    await service.seed(
      'logs',
      bodies.map((body) => log({ body })),
    )
    const { patterns, total } = await ask({ merge: 'false' })
    expect(total).to.equal(2)
    expect(patterns.map(({ pattern, part_of, count }) => ({ pattern, part_of, count }))).to.deep.equal([
      { pattern: 'queue of mara is full', part_of: 'queue of <*> is full', count: 2 },
      { pattern: 'queue of jonas is full', part_of: 'queue of <*> is full', count: 1 },
    ])
  })

  it('treat regular expression characters in a line literally', async () => {
    const lines = ['mara', 'jonas'].map((person) => `a (b|c)* [${person}] costs \\ $5.00? {yes} ^ + 1`)
    await service.seed(
      'logs',
      lines.map((body) => log({ body })),
    )
    const [{ pattern, count } = { pattern: '', count: 0 }] = (await ask()).patterns
    expect([pattern, count]).to.deep.equal(['a (b|c)* <*> costs \\ $<n>? {yes} ^ + <n>', 2])
    expect((await service.get(queryLogs, { pattern })).body.total).to.equal(2)
  })

  it('never include another organization', async () => {
    const other = await openService()
    await other.seed('logs', [log()])
    expect((await ask()).total).to.equal(0)
  })
})
