import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { expect } from 'chai'
import { run } from '../support/run.js'

const ids = ['0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e', '0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2f']

describe('signalbox investigator evaluate', () => {
  let server: Server
  let url: string
  let listed: readonly string[]
  let found: Record<string, string>

  beforeEach(async () => {
    listed = ids
    found = {}
    // Two pages of one session each; records echo the request.
    server = createServer((req, res) => {
      const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost')
      const page = Number(searchParams.get('page'))
      const sessions = listed.slice(page - 1, page).map((session_id) => ({ session_id }))
      const next = page < listed.length ? 'more' : null
      res.writeHead(searchParams.get('review') === 'any' || pathname.endsWith('/record/') ? 200 : 400)
      res.end(JSON.stringify(pathname.endsWith('/record/') ? { of: pathname } : { sessions, count: 2, next }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const evaluate = (isDone: boolean) =>
    run(['investigator', 'evaluate', '--url', url, '--api-key', 'k'], {
      runOffline: ([task, folder = '']) => {
        for (const file of readdirSync(folder)) found[file] = readFileSync(join(folder, file), 'utf8')
        return Promise.resolve(task === 'evaluate' && isDone)
      },
    })

  it('passes the records of all reviewed sessions to the replay program', async () => {
    expect((await evaluate(true)).code).to.equal(0)
    expect(Object.keys(found)).to.deep.equal(ids.map((id) => `${id}.json`))
    expect(Object.values(found).every((text) => text.includes('/record/'))).to.equal(true)
    expect((await evaluate(false)).code).to.equal(1)
  })

  it('reports if nothing was reviewed', async () => {
    listed = []
    expect(await evaluate(false)).to.deep.include({ code: 0, out: 'No sessions have been reviewed yet.\n' })
  })
})
