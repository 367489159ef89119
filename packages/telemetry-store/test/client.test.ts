import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createStoreClient, createTelemetryReader, StoreError } from '@signalbox/telemetry-store'
import { expect } from 'chai'

const runFile = promisify(execFile)
const nobodyThere = 'http://127.0.0.1:1'

/** Runs a module in its own process and returns its output; fails if it crashes or hangs. */
async function runModule(source: string): Promise<string> {
  const flags = ['--import=tsx', '--conditions=@signalbox/source', '--input-type=module', '--eval', source]
  const { stdout } = await runFile(process.execPath, flags, { cwd: import.meta.dirname, timeout: 120_000 })
  return stdout
}

const one = { name: 'one', sql: 'SELECT 1 AS one' }

/** The error of reading from there. */
async function failureAt(url: string): Promise<unknown> {
  const client = await createStoreClient({ url })
  const failure = await createTelemetryReader(client)
    .read(one)
    .catch((error: unknown) => error)
  await client.close()
  return failure
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
  it('lets the process exit after close, and finds its rows after a restart', () =>
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

  it('reports an unreachable URL, with the reason', async () => {
    // The second name has two addresses, and both refuse connections.
    for (const url of [nobodyThere, 'http://localhost:1']) {
      const failure = await failureAt(url)
      expect(failure).to.be.instanceOf(StoreError).and.include({ reason: 'unavailable' })
      expect(failure)
        .to.have.property('message')
        .that.matches(/^The analytics store is unreachable: .*ECONNREFUSED.*:1$/)
    }
  })

  it('never shows the password in its messages', async () => {
    const failure = await failureAt('http://writer:secret@127.0.0.1:1')
    expect(failure).to.have.property('message').that.does.not.contain('secret')
  })

  describe('reading from a server that closes connections', () => {
    /** Sends scripted responses, request by request. */
    async function withServer(answers: ((res: ServerResponse) => void)[], run: (url: string) => Promise<void>) {
      const left = [...answers]
      const server = createServer((req, res) => {
        req.resume().on('end', () => left.shift()?.(res))
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      try {
        await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
        expect(left).to.deep.equal([])
      } finally {
        server.closeAllConnections()
        server.close()
      }
    }
    const close = (res: ServerResponse) => res.destroy()
    const answer = (res: ServerResponse) => res.end('{"one":1}\n')
    const refuse = (res: ServerResponse) => {
      res.writeHead(503, { 'x-clickhouse-exception-code': '202' }).end('Code: 202. DB::Exception: Many. (TOO_MANY)')
    }

    it('retries once when the connection ended before the response', () =>
      withServer([close, answer], async (url) => {
        const client = await createStoreClient({ url })
        expect(await createTelemetryReader(client).read(one)).to.deep.equal([{ one: 1 }])
        await client.close()
      }))

    it('does not retry twice', () =>
      withServer([close, close], async (url) => {
        expect(await failureAt(url))
          .to.be.instanceOf(StoreError)
          .and.include({ reason: 'unavailable' })
      }))

    it('does not retry after an error response', () =>
      withServer([refuse], async (url) => {
        expect(await failureAt(url))
          .to.be.instanceOf(StoreError)
          .and.include({ reason: 'overloaded' })
      }))
  })

  it('refuses a directory that another engine has locked', () =>
    withDirectory(async (directory) => {
      const client = await createStoreClient({ dataDirectory: directory })
      const failure = await createStoreClient({ dataDirectory: directory }).catch((error: unknown) => error)
      await client.close()
      expect(failure).to.be.instanceOf(StoreError).and.include({ reason: 'unavailable' })
    }))
})
