import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { createStoreClient, createTelemetryReader, type StoreClient } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import '../support/for-each-store.js'
import { openTestStore, testServerUrl } from '../support/open-test-store.js'

describe('the embedded engine as a server', () => {
  let address: URL
  let client: StoreClient
  before(async () => {
    client = (await openTestStore('by URL')).client
    address = new URL(await testServerUrl())
    await run('CREATE TABLE IF NOT EXISTS notes (id UInt32, text String) ENGINE = MergeTree ORDER BY id')
  })
  beforeEach(() => run('TRUNCATE TABLE notes'))
  after(() => run('DROP TABLE notes'))

  const run = (query: string) => client.clickhouse.command({ query })
  const countNotes = async () => {
    const result = await client.clickhouse.query({ query: 'SELECT count() AS n FROM notes', format: 'JSONEachRow' })
    return Number((await result.json<{ n: string }>())[0]?.n)
  }

  interface Sent {
    query?: Record<string, string>
    body?: string | Uint8Array
    headers?: Record<string, string>
    method?: string
    path?: string
  }
  async function send({ query = {}, body, headers = {}, method = 'POST', path = '/' }: Sent) {
    const url = new URL(`${path}?${new URLSearchParams(query).toString()}`, address.origin)
    const basic = Buffer.from(`${address.username}:${decodeURIComponent(address.password)}`).toString('base64')
    const response = await fetch(url, {
      method,
      headers: { authorization: `Basic ${basic}`, ...headers },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }

  /** Sends the head of an insert and withholds its rows. Resolves when the server has received the head. */
  async function beginInsert(queryId: string): Promise<ClientRequest> {
    const url = new URL(address)
    url.search = new URLSearchParams({ query: 'INSERT INTO notes FORMAT JSONEachRow', query_id: queryId }).toString()
    const req = request(url, { method: 'POST', headers: { expect: '100-continue' } }).on('error', () => undefined)
    const told = once(req, 'continue')
    req.flushHeaders()
    await told
    return req
  }

  it('responds to pings without credentials', async () => {
    const answer = await fetch(new URL('/ping', address.origin))
    expect([answer.status, await answer.text()]).to.deep.equal([200, 'Ok.\n'])
    expect(await client.clickhouse.ping()).to.deep.equal({ success: true })
  })

  it('refuses a wrong password, however it is sent', async () => {
    const wrong = [
      { headers: { authorization: `Basic ${Buffer.from('tester:wrong').toString('base64')}` } },
      { headers: { authorization: '', 'x-clickhouse-user': 'tester', 'x-clickhouse-key': 'wrong' } },
      { headers: { authorization: '' }, query: { user: 'tester', password: 'wrong' } },
      { headers: { authorization: '' } },
    ]
    for (const sent of wrong) {
      const { status, headers, text } = await send({ body: 'SELECT 1', ...sent })
      expect([status, headers.get('x-clickhouse-exception-code')]).to.deep.equal([403, '516'])
      expect(text).to.contain('AUTHENTICATION_FAILED')
    }
  })

  it('reads credentials from headers and from the URL', async () => {
    const password = decodeURIComponent(address.password)
    const byHeaders = { authorization: '', 'x-clickhouse-user': 'tester', 'x-clickhouse-key': password }
    expect(await send({ body: 'SELECT 1', headers: byHeaders })).to.include({ status: 200, text: '1\n' })
    const query = { user: 'tester', password }
    expect(await send({ body: 'SELECT 2', query, headers: { authorization: '' } })).to.include({ status: 200 })
  })

  const failures: [string, string, number, number][] = [
    ['a table that does not exist', 'SELECT 1 FROM nowhere', 60, 404],
    ['a faulty statement', 'SELEC 1', 62, 400],
    ['an unknown column in an answer that only looks', 'EXPLAIN SELECT nothing', 47, 404],
    ['a change that fails', 'DROP TABLE nowhere', 60, 404],
    ['several statements', 'SELECT 1; DROP TABLE notes', 62, 400],
    ['no statement', ' ', 62, 400],
  ]
  for (const [what, body, code, status] of failures) {
    it(`answers ${what} with code ${code} and status ${status}`, async () => {
      const answer = await send({ body })
      expect([answer.status, answer.headers.get('x-clickhouse-exception-code')]).to.deep.equal([status, String(code)])
      expect(answer.text).to.match(new RegExp(`^Code: ${code}\\. DB::Exception: .*\\([A-Z_]+\\)`, 's'))
    })
  }

  it('reports failures after the result has started', async () => {
    const result = await client.clickhouse.query({
      query:
        "SELECT number, throwIf(number = 1500000, 'in the middle') AS boom FROM numbers(2000000) SETTINGS max_threads = 1",
      format: 'JSONEachRow',
    })
    const failure = await result.json().catch((error: unknown) => error)
    expect(failure).to.include({ code: '395' }).with.property('message').that.contains('in the middle')
  })

  it('returns such a failure with its own status if the client waits for the end', async () => {
    const body = 'SELECT throwIf(number = 1500000) FROM numbers(2000000) SETTINGS max_threads = 1 FORMAT TSV'
    expect(await send({ body, query: { wait_end_of_query: '1' } })).to.include({ status: 500 })
  })

  it('streams large results, compressed on request', async () => {
    const compressed = await createStoreClient({ url: `${address.href}?compression_response=1&compression_request=1` })
    for (const each of [client, compressed]) {
      const result = await each.clickhouse.query({ query: 'SELECT number FROM numbers(300000)', format: 'CSV' })
      let rows = 0
      for await (const chunk of result.stream()) rows += chunk.length
      expect(rows).to.equal(300_000)
    }
    await compressed.clickhouse.insert({ table: 'notes', values: [{ id: 1, text: 'ünï' }], format: 'JSONEachRow' })
    await compressed.close()
    expect(await countNotes()).to.equal(1)
  })

  it('counts the rows of an insert, and accepts one without rows', async () => {
    const values = [1, 2, 3].map((id) => ({ id, text: 'x' }))
    const { summary } = await client.clickhouse.insert({ table: 'notes', values, format: 'JSONEachRow' })
    expect(summary).to.include({ written_rows: '3' })
    const empty = await send({ query: { query: 'INSERT INTO notes FORMAT JSONEachRow' }, body: '' })
    expect(empty.status).to.equal(200)
    expect(await countNotes()).to.equal(3)
  })

  it('treats values in the URL, in a form, and in bodies of any length the same', async () => {
    const texts = [`a'b\\c\t\n"{x:String}`, 'x'.repeat(10_000), 'y'.repeat(400_000), '', '--boundary']
    const rows = await createTelemetryReader(client).read({
      name: 'bound',
      sql: 'SELECT {texts:Array(String)} AS texts, {one:String} AS one',
      parameters: { texts, one: texts[0]! },
    })
    expect(rows).to.deep.equal([{ texts, one: texts[0] }])
  })

  it('applies settings and database only to their own statement', async () => {
    await run('CREATE DATABASE IF NOT EXISTS other')
    const query = { database: 'other', max_block_size: '777' }
    const body = "SELECT currentDatabase(), getSetting('max_block_size') FORMAT TSV"
    expect((await send({ body, query })).text).to.equal('other\t777\n')
    expect((await send({ body })).text).to.match(/^default\t(?!777)/)
  })

  it('changes nothing for a GET', async () => {
    const answer = await send({ method: 'GET', query: { query: "INSERT INTO notes VALUES (1, 'x')" } })
    expect(answer.text).to.contain('READONLY')
    expect(await countNotes()).to.equal(0)
  })

  it('rejects unsupported options instead of ignoring them', async () => {
    expect(await send({ body: 'SELECT 1', query: { session_id: 'x' } })).to.include({ status: 501 })
    expect(await send({ body: 'SELECT 1', headers: { 'content-encoding': 'br' } })).to.include({ status: 400 })
    const damaged = gzipSync('SELECT 1').subarray(0, 15)
    expect(await send({ body: damaged, headers: { 'content-encoding': 'gzip' } })).to.include({ status: 400 })
    expect(await send({ body: 'SELECT 1', query: { 'a b': '1' } })).to.include({ status: 404 })
  })

  it('makes a read wait for the insert before it', async () => {
    const insert = await beginInsert('slow')
    const looking = countNotes()
    insert.end('{"id": 7, "text": "a"}')
    expect(await looking).to.equal(1)
  })

  it('never runs two statements with one id at once', async () => {
    const insert = await beginInsert('twice')
    const second = await send({ query: { query: 'SELECT 1 FORMAT TSV', query_id: 'twice' } })
    expect(second.headers.get('x-clickhouse-exception-code')).to.equal('216')
    insert.destroy()
  })

  it('stores nothing of an insert whose client disconnects before sending its rows', async () => {
    const insert = await beginInsert('given-up')
    insert.write('{"id": 7,')
    insert.destroy()
    expect(await countNotes()).to.equal(0)
  })

  it('cancels a query whose client is gone', async () => {
    const url = new URL(address)
    url.search = new URLSearchParams({ query: 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)' }).toString()
    const req = request(url, { method: 'POST' }).on('error', () => undefined)
    req.end()
    const running = async () => {
      const query =
        "SELECT count() AS n FROM system.processes WHERE query LIKE '%sipHash64%' AND query NOT LIKE '%processes%'"
      const result = await client.clickhouse.query({ query, format: 'JSONEachRow' })
      return Number((await result.json<{ n: string }>())[0]?.n)
    }
    await eventually(async () => {
      expect(await running()).to.equal(1)
    })
    req.destroy()
    await eventually(async () => {
      expect(await running()).to.equal(0)
    })
  })

  it('does not let an unread stream block inserts', async () => {
    const url = new URL(address)
    url.search = new URLSearchParams({ query: 'SELECT number FROM numbers(100000000)' }).toString()
    const req = request(url, { method: 'POST' }).on('error', () => undefined)
    const answered = new Promise<IncomingMessage>((resolve) => req.once('response', resolve))
    req.end()
    const response = await answered
    await client.clickhouse.insert({ table: 'notes', values: [{ id: 1, text: 'x' }], format: 'JSONEachRow' })
    response.destroy()
    expect(await countNotes()).to.equal(1)
  })
})
