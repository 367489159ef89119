import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createStoreClient, createTelemetryReader, StoreError } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { openTestStore } from './support/open-test-store.js'

const runFile = promisify(execFile)
const nobodyThere = 'http://127.0.0.1:1'

/** Runs a module in a process of its own and gives its output; fails when it crashes or hangs. */
async function runModule(source: string): Promise<string> {
  const flags = ['--import=tsx', '--conditions=@signalbox/source', '--input-type=module', '--eval', source]
  const { stdout } = await runFile(process.execPath, flags, { cwd: import.meta.dirname, timeout: 15_000 })
  return stdout
}

async function withDirectory(run: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-client-'))
  try {
    await run(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
}

describe('createStoreClient', () => {
  it('lets the process end by itself after close, and finds its rows again when it starts anew', () =>
    withDirectory(async (directory) => {
      const open = (statements: string) => `
        import { createStoreClient } from '@signalbox/telemetry-store'
        const client = await createStoreClient({ dataDirectory: ${JSON.stringify(directory)} })
        ${statements}
        await client.close()
        await client.close()
        console.log('closed')`
      const run = (query: string) => `await client.clickhouse.command({ query: '${query}' })`
      const create = run('CREATE TABLE kept (id UInt8) ENGINE = MergeTree ORDER BY id')
      expect(await runModule(open([create, run('INSERT INTO kept SELECT 7')].join('\n')))).to.equal('closed\n')
      const read = `const result = await client.clickhouse.query({ query: 'SELECT id FROM kept', format: 'TSV' })
        console.log((await result.text()).trim())`
      expect(await runModule(open(read))).to.equal('7\nclosed\n')
    }))

  it('does not load the embedded engine for a store by URL', async () => {
    const output = await runModule(`
      import { createRequire } from 'node:module'
      import { createStoreClient } from '@signalbox/telemetry-store'
      const client = await createStoreClient({ url: '${nobodyThere}' })
      await client.close()
      const loaded = Object.keys(createRequire(import.meta.url).cache)
      console.log(loaded.some((path) => path.includes('/chdb/')), loaded.some((path) => path.includes('@clickhouse')))`)
    expect(output).to.equal('false true\n')
  })

  it('says that the store is unavailable when nobody answers at the URL', async () => {
    const client = await createStoreClient({ url: nobodyThere })
    const failure = await createTelemetryReader(client)
      .read({ name: 'one', sql: 'SELECT 1' })
      .catch((error: unknown) => error)
    await client.close()
    expect(failure).to.be.instanceOf(StoreError).and.include({ reason: 'unavailable' })
  })

  it('refuses a second directory in the same process', () =>
    withDirectory(async (directory) => {
      await openTestStore()
      const failure = await createStoreClient({ dataDirectory: directory }).catch((error: unknown) => error)
      expect(failure).to.be.instanceOf(StoreError).and.include({ reason: 'unavailable' })
    }))
})
