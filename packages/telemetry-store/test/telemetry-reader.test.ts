import { createTelemetryReader, StoreError, type QueryObservation } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { forEachStore } from './support/for-each-store.js'
import type { TestStore } from './support/open-test-store.js'

const endless = { name: 'endless', sql: 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)' }
const one = { name: 'one', sql: 'SELECT 1 AS one' }

forEachStore('createTelemetryReader', (open) => {
  let store: TestStore
  before(async () => {
    store = await open()
  })

  const failureOf = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('reads 64-bit integers as numbers', async () => {
    const sql = 'SELECT toUInt64(9007199254740991) AS big, toInt64(-5) AS small'
    expect(await store.reader.read({ name: 'integers', sql })).to.deep.equal([
      { big: 9_007_199_254_740_991, small: -5 },
    ])
  })

  it('returns bound values unchanged, whatever they contain', async () => {
    const text = `'; DROP TABLE spans; -- \\ \\n \n\t " \` {x:String} 😀`
    const rows = await store.reader.read({
      name: 'bound',
      sql: 'SELECT {text:String} AS text, {texts:Array(String)} AS texts, {number:Int64} AS number, {flag:Bool} AS flag',
      parameters: { text, texts: [text, "a','b", ''], number: -7, flag: true },
    })
    expect(rows).to.deep.equal([{ text, texts: [text, "a','b", ''], number: -7, flag: true }])
  })

  it('returns an empty list when nothing is found', async () => {
    expect(await store.reader.read({ name: 'none', sql: 'SELECT 1 AS one WHERE 0' })).to.deep.equal([])
  })

  it('parses a large result in pieces, between which other work runs', async () => {
    let ticks = 0
    const tick = () => {
      ticks += 1
      ticking = setImmediate(tick)
    }
    let ticking = setImmediate(tick)
    const parsedIn = new Set<number>()
    const parseSlowly = () => {
      const until = performance.now() + 1
      while (performance.now() < until);
      parsedIn.add(ticks)
      return { one: 1 }
    }
    const result = { stream: () => [Array.from({ length: 50 }, () => ({ text: '', json: parseSlowly }))] }
    const clickhouse = new Proxy(store.client.clickhouse, { get: () => () => Promise.resolve(result) })
    const client = new Proxy(store.client, {
      get: (target, name): unknown => (name === 'clickhouse' ? clickhouse : Reflect.get(target, name)),
    })
    expect(await createTelemetryReader(client).read(one)).to.have.length(50)
    clearImmediate(ticking)
    expect(parsedIn.size).to.be.above(5)
  })

  it('cuts off a query that takes too long', async () => {
    const reader = createTelemetryReader(store.client, { timeoutMs: 200 })
    const failure = await failureOf(reader.read(endless))
    expect(failure).to.be.instanceOf(StoreError)
    expect(failure).to.include({ reason: 'timeout', clickhouseCode: 159 })
  })

  it('rejects a query that needs too much memory or returns too many rows', async () => {
    const reader = createTelemetryReader(store.client, { memoryBytesMax: 20_000_000, resultRowsMax: 10 })
    const hungry = { name: 'hungry', sql: 'SELECT length(groupArray(number)) AS n FROM numbers(100000000)' }
    expect(await failureOf(reader.read(hungry))).to.include({ reason: 'overloaded', clickhouseCode: 241 })
    const long = { name: 'long', sql: 'SELECT number FROM numbers(11)' }
    expect(await failureOf(reader.read(long))).to.include({ reason: 'refused', clickhouseCode: 396 })
  })

  it('rejects writes', async () => {
    const sql = "INSERT INTO schema_migrations (name) SELECT 'x'"
    expect(await failureOf(store.reader.read({ name: 'write', sql }))).to.include({ reason: 'refused' })
    expect(await store.reader.read({ name: 'x', sql: "SELECT 1 FROM schema_migrations WHERE name = 'x'" })).to.be.empty
  })

  it('reports a faulty query as rejected, with the fault', async () => {
    const failure = await failureOf(store.reader.read({ name: 'faulty', sql: 'SELECT nothing FROM nowhere' }))
    expect(failure).to.include({ reason: 'refused', clickhouseCode: 60 })
  })

  it('applies its limits only to its own statements', async () => {
    const readLimits = async () => {
      const result = await store.client.clickhouse.query({
        query: "SELECT name, value FROM system.settings WHERE name IN ('readonly', 'max_execution_time')",
        format: 'JSONEachRow',
      })
      return result.json()
    }
    const before = await readLimits()
    await createTelemetryReader(store.client, { timeoutMs: 1_000 }).read(one)
    expect(await readLimits()).to.deep.equal(before)
  })

  it('rejects queries when too many are waiting, and answers waiting ones', async () => {
    const reader = createTelemetryReader(store.client, { queueMax: 2, concurrency: 1 })
    const results = await Promise.all([1, 2, 3, 4].map(() => reader.read(one).catch((error: unknown) => error)))
    expect(results.slice(0, 3)).to.deep.equal([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]])
    expect(results[3]).to.be.instanceOf(StoreError).and.include({ reason: 'overloaded' })
    expect(await reader.read(one)).to.deep.equal([{ one: 1 }])
  })

  it('continues with waiting queries when one fails', async () => {
    const reader = createTelemetryReader(store.client, { timeoutMs: 100 })
    const [failure, rows] = await Promise.all([failureOf(reader.read(endless)), reader.read(one)])
    expect(failure).to.include({ reason: 'timeout' })
    expect(rows).to.deep.equal([{ one: 1 }])
  })

  it('reports each query with its name, time and outcome', async () => {
    const observed: QueryObservation[] = []
    const reader = createTelemetryReader(store.client, {
      timeoutMs: 100,
      onQuery: (observation) => observed.push(observation),
    })
    await reader.read(one)
    await failureOf(reader.read(endless))
    expect(observed.map(({ name, outcome }) => [name, outcome])).to.deep.equal([
      ['one', 'ok'],
      ['endless', 'timeout'],
    ])
    expect(observed[1]!.seconds).to.be.within(0.09, 10)
  })
})
