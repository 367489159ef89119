import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import {
  createStoreClient,
  createTelemetryReader,
  createTelemetryWriter,
  migrate,
  StoreError,
  type StoreClient,
} from '@signalbox/telemetry-store'
import { createInsertBuilder } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { bundleProgram } from '../../../test/support/bundle-program.js'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const batches = 3
const rowsPerBatch = 2_000
const minuteMs = 60_000

interface RunningServer {
  process: ChildProcess
  url: string
}

describe('npm run start:embedded-clickhouse', () => {
  let directory: string
  let server: RunningServer | undefined
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-embedded-clickhouse-'))
  })
  after(async () => {
    await stop('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  })

  async function start(): Promise<RunningServer> {
    const env = { ...process.env, SIGNALBOX_PORT: '0', SIGNALBOX_DATA_DIR: directory, SIGNALBOX_LOG_LEVEL: 'warn' }
    const child = spawn(process.execPath, [await bundleProgram(main)], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /http:\S+/.exec(line)?.[0]
      if (url !== undefined) return (server = { process: child, url })
    }
    throw new Error('The server ended before it was ready')
  }

  async function stop(signal: NodeJS.Signals): Promise<unknown[]> {
    if (!server || server.process.exitCode !== null || server.process.signalCode !== null) return []
    const ended = once(server.process, 'exit')
    server.process.kill(signal)
    return ended
  }

  async function withClient(run: (client: StoreClient) => Promise<void>): Promise<void> {
    const client = await createStoreClient({ url: server!.url })
    await run(client)
    await client.close()
  }

  /** Over two days, so that a batch has more than one part. */
  function batch(index: number) {
    const position = { topic: 'outcomes', partition: 0, start: index * 10, end: index * 10 + 10 }
    const builder = createInsertBuilder(position)
    const now = Math.floor(Date.now() / minuteMs) * minuteMs
    for (let row = 0; row < rowsPerBatch; row += 1) {
      const minute = now - (row % 2) * 86_400_000
      const ids = { organization_id: 'organization-1', project_id: `project-${row}` }
      builder.add('outcomes', { ...ids, minute, kind: 'error', outcome: 'stored', reason: '', quantity: 1 })
    }
    return { position, inserts: builder.finish() }
  }

  it('stores every batch exactly once, although it is killed during inserts', async () => {
    await start()
    await withClient(async (client) => {
      await migrate(client)
    })
    for (let index = 0; index < batches; index += 1) {
      const request = batch(index)
      await withClient(async (client) => {
        const writing = createTelemetryWriter(client)
          .write({ ...request, repeated: false })
          .catch((error: unknown) => error)
        // At a different moment of the insert each time, from its first byte to its end.
        for (let turn = 0; turn < index * 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
        await stop('SIGKILL')
        const outcome = await writing
        if (outcome instanceof Error)
          expect(outcome).to.be.instanceOf(StoreError).and.include({ reason: 'unavailable' })
      })
      await start()
      await withClient(async (client) => {
        await createTelemetryWriter(client).write({ ...request, repeated: true })
      })
    }
    await withClient(async (client) => {
      const rows = await createTelemetryReader(client).read({
        name: 'perBatch',
        sql: `SELECT log_offset AS start, count() AS rows, sum(quantity) AS items FROM outcomes
          GROUP BY log_offset ORDER BY log_offset`,
      })
      const expected = Array.from({ length: batches }, (_, index) => index * 10)
      expect(rows).to.deep.equal(expected.map((start) => ({ start, rows: rowsPerBatch, items: rowsPerBatch })))
    })
  })

  it('stops in order on a signal', async () => {
    expect(await stop('SIGTERM')).to.deep.equal([0, null])
  })
})
