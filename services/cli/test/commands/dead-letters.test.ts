import { createServer, type Server } from 'node:http'
import type { DeadLetterDetail } from '@signalbox/contracts'
import { expect } from 'chai'
import { run } from '../support/run.js'

const letter: DeadLetterDetail = {
  id: '0-17',
  dead_lettered_at: '2026-05-17T12:00:01.000Z',
  received_at: '2026-05-17T12:00:00.000Z',
  project_id: 'p1',
  reason: 'pipeline_error',
  detail: 'a value \u001b[31mof no kind',
  item_index: 3,
  source: { topic: 'envelopes', partition: 2, offset: 4_711 },
  replay_of: null,
  state: 'waiting',
  encoding: 'identity',
  body_bytes: 13,
  body_base64: Buffer.from('{"what": "🚨"}').toString('base64'),
}

describe('signalbox dead-letters', () => {
  let server: Server
  let env: Record<string, string>
  let asked: string[]
  /** By the requested `after`. */
  let pages: Record<string, { letters: DeadLetterDetail[]; next: string | null }>
  let replayStatus: number

  beforeEach(async () => {
    asked = []
    pages = { '': { letters: [letter], next: '1-5' }, '1-5': { letters: [{ ...letter, id: '1-9' }], next: null } }
    replayStatus = 202
    server = createServer((req, res) => {
      const url = new URL(req.url ?? '', 'http://fake')
      asked.push(`${req.method ?? ''} ${url.pathname}${url.search}`)
      const isList = url.pathname === '/api/v1/dead-letters/'
      const isReplay = url.pathname.endsWith('/replay/')
      const problem = {
        type: 'about:blank',
        title: 'Conflict',
        status: replayStatus,
        detail: 'It was replayed before',
        code: 'conflict',
        request_id: 'r1',
      }
      const replayed = replayStatus === 202 ? { letter_id: letter.id } : problem
      const shown = isReplay ? replayed : letter
      const type = isReplay && replayStatus !== 202 ? 'application/problem+json' : 'application/json'
      res.writeHead(isReplay ? replayStatus : 200, { 'content-type': type })
      res.end(JSON.stringify(isList ? pages[url.searchParams.get('after') ?? ''] : shown))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    env = { SIGNALBOX_URL: `http://127.0.0.1:${port}`, SIGNALBOX_API_KEY: 'key' }
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('lists all pages as one table, safe for terminals', async () => {
    const { code, out } = await run(['dead-letters', 'list', '--since', '24h'], { env })
    expect(code).to.equal(0)
    expect(out.split('\n').map((line) => line.split(' ')[0])).to.deep.equal(['LETTER', '0-17', '1-9', ''])
    expect(out).to.include('envelopes item 3').and.not.to.include('\u001b')
    expect(asked).to.have.lengthOf(2)
    expect(asked[1]).to.include('after=1-5').and.to.include('since=24h')
  })

  it('reports an empty list', async () => {
    pages = { '': { letters: [], next: null } }
    expect((await run(['dead-letters', 'list'], { env })).out).to.equal('No dead letters in the last 7d.\n')
  })

  it('shows a dead letter with its original data', async () => {
    const { out } = await run(['dead-letters', 'show', '0-17'], { env })
    expect(out).to.include('record     envelopes, partition 2, offset 4711')
    expect(out).to.include('{"what": "🚨"}')
    expect(JSON.parse((await run(['dead-letters', 'show', '0-17', '--json'], { env })).out)).to.deep.equal(letter)
  })

  it('replays dead letters one after another, and stops at a rejected one', async () => {
    const { out } = await run(['dead-letters', 'replay', '0-17', '0-18'], { env })
    expect(out.split('\n')).to.have.lengthOf(3)
    expect(asked).to.deep.equal([
      'POST /api/v1/dead-letters/0-17/replay/?again=false',
      'POST /api/v1/dead-letters/0-18/replay/?again=false',
    ])
    replayStatus = 409
    const refused = await run(['dead-letters', 'replay', '0-17', '0-18', '--again'], { env })
    expect(refused.code).to.equal(1)
    expect(refused.err).to.include('It was replayed before (409)')
    expect(asked.slice(2)).to.deep.equal(['POST /api/v1/dead-letters/0-17/replay/?again=true'])
  })
})
