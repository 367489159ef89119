import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { expect } from 'chai'
import { startRealServer, type RealServer } from '../support/real-server.js'

interface Recorded {
  answers: Record<string, unknown>
}

const fixture = new URL('../../../../test/fixtures/imports/bugsink.json', import.meta.url)
/** What Bugsink answered when it was recorded. */
const bugsink = (JSON.parse(readFileSync(fixture, 'utf8')) as Recorded).answers

const key = (digit: string) => digit.repeat(32)
const dsnOf = (publicKey: string, number: number) => ({
  dsn: { public: `https://${publicKey}@o1.ingest.example.com/${number}` },
})
const api = '/api/0'

/** The API of Sentry, which GlitchTip has as well: by its documentation. */
const sentry: Record<string, unknown> = {
  [`${api}/organizations/acme/projects/`]: [
    { id: '4501', slug: 'web', name: 'Web' },
    { id: '4502', slug: 'keyless', name: 'Keyless' },
  ],
  [`${api}/projects/acme/web/keys/`]: [
    { isActive: false, ...dsnOf(key('a'), 4501) },
    { isActive: true, ...dsnOf('11111111-1111-1111-1111-111111111111', 4501) },
    { isActive: true, ...dsnOf(key('c'), 4501) },
  ],
  [`${api}/projects/acme/keyless/keys/`]: [],
  [`${api}/projects/acme/web/issues/?query=is:unresolved`]: [{ id: '1' }, { id: '2' }],
  [`${api}/projects/acme/keyless/issues/?query=is:unresolved`]: [],
  [`${api}/organizations/acme/members/`]: [{ email: 'ada@example.com', role: 'manager', orgRole: 'manager' }],
  [`${api}/organizations/acme/members/?cursor=2`]: [{ email: 'bob@example.com', role: 'billing' }],
}

interface Row {
  kind: string
  name: string
  outcome: string
  detail: string
}

describe('signalbox import', () => {
  let server: RealServer
  let other: Server
  let from: string
  let answers: Record<string, unknown>
  const tokens = new Set<string | undefined>()

  beforeEach(async function () {
    this.timeout(60_000)
    server = await startRealServer()
    other = createServer((req: IncomingMessage, res) => {
      const path = req.url ?? ''
      tokens.add(req.headers.authorization)
      const members = `${api}/organizations/acme/members/`
      if (path === members)
        res.setHeader('link', `<${from}${members}?cursor=2>; rel="next"; results="true"; cursor="2"`)
      else res.setHeader('link', `<${from}${path}>; rel="next"; results="false"; cursor="x"`)
      res.writeHead(path in answers ? 200 : 404, { 'content-type': 'application/json' })
      res.end(JSON.stringify(answers[path] ?? {}))
    })
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    from = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  })
  afterEach(() => {
    other.closeAllConnections()
    other.close()
    server.stop()
    server.remove()
  })

  const run = async (...args: string[]) => {
    const env = { SIGNALBOX_IMPORT_TOKEN: 'token-there' }
    const { code, out, err } = await server.run(['import', ...args, '--from', from, '--json'], { env })
    expect(code, err).to.equal(0)
    return (JSON.parse(out) as { items: Row[] }).items
  }
  const outcomes = (rows: readonly Row[]) => rows.map(({ kind, name, outcome }) => `${kind} ${name}: ${outcome}`)
  const listProjects = async () => (await server.run(['projects', 'list'])).out

  it('takes projects of Bugsink with number and key, and says what it could not take', async () => {
    answers = bugsink
    const rows = await run('bugsink')
    expect(outcomes(rows)).to.deep.equal([
      'project checkout: not taken',
      'issues checkout: not taken',
      'project search: created',
    ])
    // Each installation has a project of the number 1.
    expect(rows[0]?.detail).to.contain('the number 1 is that of the project default')
    expect(await listProjects()).to.match(/^2 +search +yes +https?:\/\/65c6162d4a4d4d06a23d665b31ebbf18@\S+\/2 /m)
    expect([...tokens]).to.deep.equal(['Bearer token-there'])
  })

  it('takes projects and members of Sentry, page by page, and nothing twice', async () => {
    answers = sentry
    const rows = await run('sentry', '--organization', 'acme')
    expect(outcomes(rows)).to.deep.equal([
      'project Web: created',
      `key ${key('c')} of Web: not taken`,
      'issues Web: not taken',
      'project Keyless: not taken',
      'member ada@example.com: created',
      'member bob@example.com: created',
    ])
    expect(rows.at(-2)?.detail).to.match(/^invited as admin: http\S+#/)
    expect(rows.at(-1)?.detail).to.match(/^invited as viewer: /)
    expect(await listProjects()).to.match(new RegExp(`^4501 +Web +yes +http://${key('1')}@\\S+/4501 `, 'm'))
    const again = outcomes(await run('sentry', '--organization', 'acme'))
    expect(again.filter((outcome) => outcome.endsWith('created'))).to.deep.equal([])
    expect(again).to.include('project Web: there already').and.to.include('member ada@example.com: there already')
  })

  it('changes nothing in a dry run, and says what it would take', async () => {
    answers = sentry
    const rows = await run('glitchtip', '--organization', 'acme', '--dry-run')
    expect(outcomes(rows)).to.include('project Web: create').and.to.include('member ada@example.com: create')
    expect(await listProjects()).to.not.contain('Web')
  })

  it('says what is wrong with the call, the other server and its answer', async () => {
    answers = {}
    const env = { SIGNALBOX_IMPORT_TOKEN: 'token-there' }
    const fail = async (args: string[], given: Record<string, string> = env) =>
      server.run(['import', ...args], { env: given })
    expect(await fail(['sentry', '--from', from])).to.include({ code: 2 })
    expect((await fail(['bugsink', '--from', from], {})).err).to.contain('SIGNALBOX_IMPORT_TOKEN')
    expect(await fail(['bugsink', '--from', from]))
      .to.include({ code: 1 })
      .and.to.have.property('err')
      .that.contains('404')
    expect((await fail(['bugsink', '--from', 'http://127.0.0.1:9'])).err).to.contain('Cannot reach')
    answers = { '/api/canonical/0/projects/': { results: 'none' } }
    expect((await fail(['bugsink', '--from', from])).err).to.contain('is not what Bugsink 2 answers')
  })
})
