import { execFile, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  createStoreClient,
  createTelemetryReader,
  StoreError,
  type EngineEvent,
  type StoreClient,
} from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { bundleProgram } from '../../../../test/support/bundle-program.js'
import { createCleanup } from '../../../../test/support/cleanup.js'
import { eventually } from '../../../../test/support/eventually.js'
import { wedgeStatement } from '../../../../test/support/wedge-statement.js'

/** Longest time without an engine; on a busy machine, as long as the given number of empty Node starts. */
const backWithin = { ms: 2_000, bareStarts: 40 }
const one = { name: 'one', sql: 'SELECT 1 AS one' }

async function timeBareStart(): Promise<number> {
  const startedAt = performance.now()
  await promisify(execFile)(process.execPath, ['--eval', '0'])
  return performance.now() - startedAt
}

async function listRowsFilesOf(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.startsWith('insert-'))
}

async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tX')
  return !/State:\s+[XZ]/.test(status)
}

describe('the engine in its own process', () => {
  const events: EngineEvent[] = []
  let directory: string
  let client: StoreClient
  const cleanup = createCleanup()

  beforeEach(async () => {
    events.length = 0
    directory = await mkdtemp(join(tmpdir(), 'signalbox-engine-'))
    cleanup.add(directory, () => rm(directory, { recursive: true, force: true }))
  })
  afterEach(() => cleanup.run())

  const open = async (memoryBytesMax?: number) => {
    const onEngineEvent = (event: EngineEvent) => events.push(event)
    const memory = memoryBytesMax === undefined ? {} : { memoryBytesMax }
    client = await createStoreClient({ dataDirectory: directory, onEngineEvent, ...memory })
    cleanup.add(client, (opened) => opened.close())
  }

  const read = (sql: string, timeoutMs?: number) =>
    createTelemetryReader(client, timeoutMs === undefined ? {} : { timeoutMs }).read({ name: 'test', sql })
  const fail = (reading: Promise<unknown>) =>
    reading.then(
      () => undefined,
      (error: unknown) => error,
    )
  const enginePid = () => {
    const pid = events.findLast(({ type }) => type === 'opened')?.pid
    if (pid === undefined) throw new Error('no engine is open')
    return pid
  }
  const createTable = () =>
    client.clickhouse.command({ query: 'CREATE TABLE kept (id UInt8, text String) ENGINE = MergeTree ORDER BY id' })
  const insert = async (lines: string, settings = '') => {
    const { stream } = await client.clickhouse.exec({
      query: `INSERT INTO kept (id, text)${settings} FORMAT JSONCompactEachRow`,
      values: Readable.from([Buffer.from(lines)], { objectMode: false }),
    })
    await stream.toArray()
  }
  const ends = () => events.flatMap((event) => (event.type === 'ended' ? [event.reason] : []))

  for (const signal of ['SIGKILL', 'SIGSEGV'] as const) {
    it(`answers immediately after ${signal}, with its rows`, async () => {
      await open()
      await client.clickhouse.command({ query: 'CREATE TABLE kept (id UInt8) ENGINE = MergeTree ORDER BY id' })
      await client.clickhouse.command({ query: 'INSERT INTO kept SELECT 7' })
      const failing = fail(read('SELECT sum(sipHash64(number)) FROM numbers(10000000000)'))
      const deadPid = enginePid()
      process.kill(deadPid, signal)
      expect(await failing)
        .to.be.instanceOf(StoreError)
        .and.include({ reason: 'unavailable', endedEngine: true })
      const endedAt = performance.now()
      // A statement waits two seconds for the engine, whose start may take longer on a busy machine.
      await eventually(async () => {
        expect(await read('SELECT id FROM kept')).to.deep.equal([{ id: 7 }])
      })
      const tookMs = performance.now() - endedAt
      expect(tookMs).to.be.below(Math.max(backWithin.ms, backWithin.bareStarts * (await timeBareStart())))
      expect(enginePid()).not.to.equal(deadPid)
      expect(ends()).to.deep.equal(['crash'])
    })
  }

  it('stores rows as sent, in any characters, and rejects malformed ones', async () => {
    await open()
    await createTable()
    const texts = ['', 'aé→😀', 'a\0b\n\t\r\\ \' " ;', 'x'.repeat(2_000_000)]
    const lines = texts.map((text, id) => `${JSON.stringify([id, text])}\n`).join('')
    for (const settings of [` SETTINGS async_insert = 0, insert_deduplication_token = 'a, b'`, '']) {
      await client.clickhouse.command({ query: 'TRUNCATE TABLE kept' })
      await insert(lines, settings)
      const rows = await read('SELECT text FROM kept ORDER BY id')
      expect(rows).to.deep.equal(texts.map((text) => ({ text })))
      expect(await fail(insert('["no number", ""]\n', settings))).to.match(/Cannot parse input|CANNOT_PARSE/)
    }
  })

  it('leaves no rows of inserts in the directory, not even those of a process that was killed', async () => {
    await writeFile(join(directory, 'insert-of-a-killed-process'), '[1, ""]')
    await open()
    expect(await listRowsFilesOf(directory)).to.deep.equal([])
    await createTable()
    await insert('[1, ""]\n')
    expect(await fail(insert('["no number", ""]\n'))).to.be.instanceOf(Error)
    expect(await listRowsFilesOf(directory)).to.deep.equal([])
  })

  it('settles inserts whose engine is killed while their rows are on their way', async () => {
    await open()
    await createTable()
    const inserts = Array.from({ length: 24 }, () => fail(insert(`[1, "${'x'.repeat(1_000_000)}"]\n`)))
    process.kill(enginePid(), 'SIGKILL')
    for (const error of (await Promise.all(inserts)).filter((each) => each !== undefined)) {
      expect(error).to.be.instanceOf(StoreError).and.include({ reason: 'unavailable' })
    }
    expect(await listRowsFilesOf(directory)).to.deep.equal([])
  })

  it('kills a statement that the engine cannot cancel, and answers others before and after', async () => {
    await open()
    const wedged = fail(read(`SELECT * FROM (${wedgeStatement})`, 500))
    expect(await createTelemetryReader(client).read(one)).to.deep.equal([{ one: 1 }])
    expect(await wedged)
      .to.be.instanceOf(StoreError)
      .and.include({ reason: 'timeout', endedEngine: true })
    expect(ends()).to.deep.equal(['deadline'])
    await eventually(async () => {
      expect(await createTelemetryReader(client).read(one)).to.deep.equal([{ one: 1 }])
    })
  })

  it('rejects statements that need more memory than the engine may use, and continues', async () => {
    await open(300_000_000)
    const failure = await fail(read('SELECT length(groupArray(number)) FROM numbers(100000000)'))
    expect(failure).to.be.instanceOf(StoreError).and.include({ reason: 'overloaded' })
    expect(await createTelemetryReader(client).read(one)).to.deep.equal([{ one: 1 }])
  })

  it('kills a process that uses more memory than the engine accounts for, and recovers with all rows', async () => {
    await open(200_000_000)
    await client.clickhouse.command({ query: 'CREATE TABLE kept (id UInt8) ENGINE = MergeTree ORDER BY id' })
    await client.clickhouse.command({ query: 'INSERT INTO kept SELECT 7' })
    // The process holds rows as bytes and as text before the engine receives, and counts, the first of them.
    const rows = Readable.from([Buffer.alloc(400_000_000, '7\n')], { objectMode: false })
    await fail(client.clickhouse.insert({ table: 'kept', values: rows, format: 'TabSeparated' }))
    await eventually(() => {
      expect(ends()).to.deep.equal(['memory'])
    })
    expect(
      await createTelemetryReader(client).read({ name: 'kept', sql: 'SELECT min(id) AS id FROM kept' }),
    ).to.deep.equal([{ id: 7 }])
  })

  it('stops immediately even while a statement is running that cannot be killed', async () => {
    await open()
    const wedged = fail(read(`SELECT * FROM (${wedgeStatement})`))
    await read('SELECT 1')
    const pid = enginePid()
    const before = performance.now()
    await client.close()
    expect(performance.now() - before).to.be.below(4_000)
    expect(await isRunning(pid)).to.equal(false)
    expect(await wedged).to.be.instanceOf(StoreError)
  })

  it('rejects statements once it is closed', async () => {
    await open()
    await client.close()
    expect(await fail(read('SELECT 1')))
      .to.be.instanceOf(StoreError)
      .and.include({ reason: 'unavailable' })
  })

  describe('whose parent is killed', () => {
    let parent: ChildProcess

    /** Starts a parent with an engine on the directory, running a statement that cannot be cancelled. */
    async function startParent(): Promise<number> {
      const program = await bundleProgram(join(import.meta.dirname, 'wedged-parent.ts'))
      parent = fork(program, [directory, `SELECT * FROM (${wedgeStatement})`], { execArgv: [] })
      const [pid] = (await once(parent, 'message')) as [number]
      return pid
    }
    afterEach(() => parent.kill('SIGKILL'))

    it('exits with it, and releases the directory', async () => {
      const pid = await startParent()
      expect(await isRunning(pid)).to.equal(true)
      parent.kill('SIGKILL')
      await eventually(async () => {
        expect(await isRunning(pid)).to.equal(false)
      })
      await open()
      expect(await read('SELECT 1 AS one')).to.deep.equal([{ one: 1 }])
    })

    it('leaves it to the parent when to stop on SIGTERM', async () => {
      const pid = await startParent()
      process.kill(pid, 'SIGTERM')
      process.kill(pid, 'SIGINT')
      const [answer] = (await once(parent, 'message')) as [string]
      expect(answer).to.equal('one answered')
    })
  })
})
