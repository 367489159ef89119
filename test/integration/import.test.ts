import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { run as runCommand } from '../../services/cli/test/support/run.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { TestBrowser } from '../support/test-browser.js'

interface Recorded {
  answers: Record<string, unknown>
}

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/imports/${name}`, import.meta.url))
/** Bugsink's responses when recorded, and its export. */
const bugsink = (JSON.parse(readFileSync(fixture('bugsink.json'), 'utf8')) as Recorded).answers
const bugsinkExport = fixture('bugsink-dumpdata.json')
const keyOfCheckout = '7aecc363dc384bebac8a632145eb14c3'

const key = (digit: string) => digit.repeat(32)
const dsnOf = (publicKey: string, number: number) => ({
  dsn: { public: `https://${publicKey}@o1.ingest.example.com/${number}` },
})
const api = '/api/0'

const latestEvent = (digit: string, type: string) => ({
  eventID: key(digit),
  dateCreated: new Date().toISOString(),
  platform: 'python',
  release: { version: 'web@2.0.0' },
  tags: [
    { key: 'level', value: 'error' },
    { key: 'environment', value: 'production' },
  ],
  entries: [
    {
      type: 'exception',
      data: {
        values: [
          {
            type,
            value: 'it broke',
            stacktrace: {
              frames: [
                {
                  filename: 'web/views.py',
                  absPath: '/srv/web/views.py',
                  module: 'web.views',
                  function: 'show',
                  lineNo: 12,
                  inApp: true,
                  context: [
                    [11, 'def show():'],
                    [12, '    fail()'],
                  ],
                },
              ],
            },
          },
        ],
      },
    },
  ],
})

/** GlitchTip's answers and export, in the shape of its schemas, with all of their fields. */
const glitchtip = (
  JSON.parse(
    readFileSync(fixture('glitchtip.json'), 'utf8').replaceAll('__NOW__', new Date().toISOString()),
  ) as Recorded
).answers
const glitchtipExport = fixture('glitchtip-dumpdata.json')
const keyOfShop = '5e1f7a30c2b84d6f9a0b1c2d3e4f5a6b'

/** Sentry's API, according to its documentation. */
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
  [`${api}/projects/acme/web/issues/?query=is:unresolved`]: [
    { id: '1', shortId: 'WEB-1', title: 'TypeError', assignedTo: { type: 'user', email: 'Owner@example.com' } },
    { id: '2', shortId: 'WEB-2', title: 'KeyError', assignedTo: { type: 'user', email: 'ada@example.com' } },
    { id: '3', shortId: 'WEB-3', title: 'OSError', assignedTo: null },
  ],
  [`${api}/projects/acme/web/issues/?query=is:ignored`]: [{ id: '4', shortId: 'WEB-4', title: 'EOFError' }],
  [`${api}/issues/1/events/latest/`]: latestEvent('1', 'TypeError'),
  [`${api}/issues/2/events/latest/`]: latestEvent('2', 'KeyError'),
  [`${api}/issues/4/events/latest/`]: latestEvent('4', 'EOFError'),
  [`${api}/projects/acme/keyless/issues/?query=is:unresolved`]: [],
  [`${api}/projects/acme/keyless/issues/?query=is:ignored`]: [],
  [`${api}/organizations/acme/members/`]: [{ email: 'ada@example.com', role: 'manager', orgRole: 'manager' }],
  [`${api}/organizations/acme/members/?cursor=2`]: [{ email: 'bob@example.com', role: 'billing' }],
}

interface Row {
  kind: string
  name: string
  outcome: string
  detail: string
}

interface ListedIssue {
  id: string
  title: string
  status: string
  project_id: string
  assignee: { id: string } | null
}

describe('signalbox import', () => {
  let signalbox: InProcessSignalbox
  let other: Server
  let from: string
  let answers: Record<string, unknown>
  const tokens = new Set<string | undefined>()

  beforeEach(async () => {
    signalbox = await startInProcess()
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
  afterEach(async () => {
    other.closeAllConnections()
    other.close()
    await signalbox.close()
  })

  const token = { SIGNALBOX_IMPORT_TOKEN: 'token-there' }
  const attempt = (args: string[], env: Record<string, string> = token) =>
    runCommand([...args, '--url', signalbox.url, '--api-key', signalbox.apiKey], { env })
  const run = async (...args: string[]) => {
    const { code, out, err } = await attempt(['import', ...args, '--json'])
    expect(code, err).to.equal(0)
    return { rows: (JSON.parse(out) as { items: Row[] }).items, err }
  }
  const outcomes = (rows: readonly Row[]) => rows.map(({ kind, name, outcome }) => `${kind} ${name}: ${outcome}`)
  const listProjects = async () => (await attempt(['projects', 'list'])).out
  const listIssues = async () => {
    const { body } = await signalbox.call('GET', '/api/v1/issues/')
    return (body as { issues: ListedIssue[] }).issues.sort((a, b) => (a.title < b.title ? -1 : 1))
  }
  const statusOf = (issues: readonly ListedIssue[]) => issues.map(({ title, status }) => `${title}: ${status}`)

  it('imports Bugsink projects with number, key, open and muted issues, without duplicates', async () => {
    answers = bugsink
    const { rows, err } = await run('bugsink', '--from', from)
    const taken = [
      'project checkout: created',
      `key ${keyOfCheckout} of checkout: created`,
      'issue CHECKOUT-1: created',
      'issue CHECKOUT-2: created',
      'project search: created',
      'issue SEARCH-1: created',
    ]
    expect(outcomes(rows)).to.deep.equal(taken)
    expect(rows[0]?.detail).to.contain('replaces default and keeps its DSN and events')
    expect(rows[1]?.detail).to.match(new RegExp(`//${keyOfCheckout}@\\S+/1$`))
    expect(err).to.contain('created: 2 projects, 1 key, 3 issues')
    expect(await listProjects()).to.match(/^1 +checkout +yes /m)
    expect(await listProjects()).to.match(/^2 +search +yes +https?:\/\/29a9de1790a44c17aa7f576d32b5beff@\S+\/2 /m)
    const issues = await listIssues()
    expect(statusOf(issues)).to.deep.equal([
      'KeyError: term: unresolved',
      'TimeoutError: gateway: archived',
      'ValueError: card declined: unresolved',
    ])
    expect([...tokens]).to.deep.equal(['Bearer token-there'])
    // People's decisions here are preserved.
    const archived = issues.find(({ status }) => status === 'archived')
    await signalbox.call('PATCH', `/api/v1/issues/${String(archived?.id)}/`, { status: 'unresolved' })
    const again = await run('bugsink', '--from', from)
    expect(again.rows.map(({ outcome }) => outcome)).to.deep.equal(Array.from({ length: 5 }, () => 'there already'))
    expect((await listIssues()).map(({ id, status }) => [id, status])).to.deep.equal(
      issues.map(({ id }) => [id, 'unresolved']),
    )
    expect(await signalbox.readLedger()).to.deep.equal({ 'error stored': 3 })
  })

  it('imports the same from a Bugsink export, with members, and does not touch a used first project', async () => {
    await signalbox.sendEvent(key('f'), 'of the project default')
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({ 'error stored': 1 })
    })
    const { rows } = await run('bugsink', '--file', bugsinkExport)
    expect(outcomes(rows)).to.deep.equal([
      'project checkout: not taken',
      'project search: created',
      'issue KeyError: term: created',
      'member ada@example.com: created',
      'member bob@example.com: created',
    ])
    expect(rows[0]?.detail).to.contain(
      'the number 1 is used by the project default: run the import again with --reuse-default',
    )
    expect(rows.at(-2)?.detail).to.match(/^invited as admin: http\S+#/)
    expect(rows.at(-1)?.detail).to.match(/^invited as member: /)
    const { rows: reused } = await run('bugsink', '--file', bugsinkExport, '--reuse-default')
    expect(outcomes(reused).slice(0, 2)).to.deep.equal([
      'project checkout: created',
      `key ${keyOfCheckout} of checkout: created`,
    ])
    expect(await listProjects()).to.match(/^1 +checkout +yes /m)
    expect(await signalbox.readLedger())
      .to.have.property('error stored')
      .that.is.above(1)
  })

  it('imports Sentry projects, all keys, issues and members, page by page, without duplicates', async () => {
    answers = sentry
    const { rows } = await run('sentry', '--from', from, '--organization', 'acme')
    expect(outcomes(rows)).to.deep.equal([
      'project Web: created',
      `key ${key('c')} of Web: created`,
      'issue WEB-3: not taken',
      'issue WEB-1: created',
      'issue WEB-2: created',
      'issue WEB-4: created',
      'project Keyless: not taken',
      'member ada@example.com: created',
      'member bob@example.com: created',
    ])
    expect(rows[4]?.detail).to.contain('assigned to ada@example.com, who is not a member yet')
    expect(rows.at(-2)?.detail).to.match(/^invited as admin: http\S+#/)
    expect(rows.at(-1)?.detail).to.match(/^invited as viewer: /)
    expect(await listProjects()).to.match(new RegExp(`^4501 +Web +yes +http://${key('1')}@\\S+/4501 `, 'm'))
    const issues = await listIssues()
    expect(statusOf(issues)).to.deep.equal([
      'EOFError: it broke: archived',
      'KeyError: it broke: unresolved',
      'TypeError: it broke: unresolved',
    ])
    expect(issues.map(({ assignee }) => assignee)).to.deep.equal([null, null, null])
    const ada = String(rows.at(-2)?.detail.replace('invited as admin: ', ''))
    await new TestBrowser(signalbox.url).accept(ada, 'ada@example.com')
    const { rows: again } = await run('sentry', '--from', from, '--organization', 'acme')
    expect((await listIssues()).map(({ assignee }) => assignee !== null)).to.deep.equal([false, true, false])
    expect(outcomes(again).filter((outcome) => outcome.endsWith('created'))).to.deep.equal([])
    expect(outcomes(again))
      .to.include('project Web: there already')
      .and.to.include('member ada@example.com: there already')
    expect((await listIssues()).map(({ id }) => id)).to.deep.equal(issues.map(({ id }) => id))
  })

  it('imports a GlitchTip organization: active keys, open and ignored issues with their level, and members', async () => {
    answers = glitchtip
    const { rows } = await run('glitchtip', '--from', from, '--organization', 'acme')
    expect(outcomes(rows).filter((one) => !one.startsWith('key'))).to.deep.equal([
      'project Shop: created',
      'issue SHOP-1: created',
      'issue SHOP-2: created',
      'issue SHOP-3: created',
      'member ada@example.com: created',
      'member bob@example.com: created',
    ])
    expect(rows.at(-2)?.detail).to.match(/^invited as owner: /)
    expect(rows.at(-1)?.detail).to.match(/^invited as admin: /)
    expect(await listProjects()).to.match(new RegExp(`^3 +Shop +yes +http://${keyOfShop}@\\S+/3 `, 'm'))
    const { body } = await signalbox.call('GET', '/api/v1/issues/')
    const { issues } = body as { issues: (ListedIssue & { level: string })[] }
    expect(issues.map(({ title, status, level }) => `${title}, ${status}, ${level}`)).to.have.members([
      'CardDeclined: insufficient funds, unresolved, error',
      'Stock of 7 is low, unresolved, warning',
      'RateLimited: try later, archived, error',
    ])
    const path = '/api/v1/telemetry/query/events/b2c4f6a801354e7d9c1b3a5f7e9d0c2b/'
    const { event } = (await signalbox.call('GET', path)).body as { event: { exception: unknown[] } }
    expect(event).to.include({ release: 'shop@4.1.0', environment: 'production' })
    expect(event.exception[0]).to.have.nested.property('stacktrace.frames[0].context_line', '    charge(order)')
  })

  it('imports the same projects, keys and members from a GlitchTip export, without deleted ones', async () => {
    const { rows } = await run('glitchtip', '--file', glitchtipExport)
    expect(outcomes(rows).filter((one) => one.endsWith('created'))).to.deep.equal([
      'project Shop: created',
      'member ada@example.com: created',
      'member bob@example.com: created',
    ])
    expect(rows.find(({ name }) => name === 'bob@example.com')?.detail).to.match(/^invited as admin: /)
    expect(await listProjects()).to.match(new RegExp(`^3 +Shop +yes +http://${keyOfShop}@\\S+/3 `, 'm'))
    expect(await listProjects()).to.not.contain('Gone')
  })

  it('shows imported events unchanged', async () => {
    answers = sentry
    await run('glitchtip', '--from', from, '--organization', 'acme')
    const { body } = await signalbox.call('GET', `/api/v1/telemetry/query/events/${key('1')}/`)
    const { event: payload } = body as { event: { release: string; exception: unknown[] } }
    expect(payload).to.include({ release: 'web@2.0.0', environment: 'production', platform: 'python' })
    expect(payload.exception[0]).to.have.nested.property('stacktrace.frames[0].context_line', '    fail()')
    expect(payload.exception[0]).to.have.nested.property('stacktrace.frames[0].lineno', 12)
  })

  it('reads Sentry and GlitchTip exports, and reports that they contain no issues', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'exports-'))
    const row = (model: string, pk: number, fields: object) => ({ model, pk, fields })
    const files = {
      sentry: [
        row('sentry.project', 7, { name: 'Web', slug: 'web' }),
        row('sentry.projectkey', 1, { project: 7, public_key: key('a'), status: 1 }),
        row('sentry.projectkey', 2, { project: 7, public_key: key('b'), status: 0 }),
        row('sentry.user', 3, { email: 'ada@example.com' }),
        row('sentry.organizationmember', 1, { user_id: 3, email: null, role: 'owner' }),
      ],
      glitchtip: [
        row('projects.project', 8, { name: 'Shop', slug: 'shop' }),
        row('projects.projectkey', 1, { project: 8, public_key: '22222222-2222-2222-2222-222222222222' }),
        row('users.user', 4, { email: 'bob@example.com' }),
        row('organizations_ext.organizationuser', 1, { user: 4, email: null, role: 1 }),
      ],
    }
    try {
      for (const [kind, rows] of Object.entries(files)) {
        await writeFile(join(folder, kind), JSON.stringify(rows))
        const outcome = await run(kind, '--file', join(folder, kind))
        expect(outcomes(outcome.rows).filter((one) => one.endsWith('created'))).to.have.length(2)
        expect(outcome.rows.find(({ kind: of }) => of === 'issue')?.detail).to.contain('the export contains none')
      }
      expect(await listProjects())
        .to.contain(`//${key('b')}@`)
        .and.to.contain(`//${key('2')}@`)
      await writeFile(join(folder, 'other'), '{}')
      expect((await attempt(['import', 'sentry', '--file', join(folder, 'other')])).err).to.contain(
        'is not a list of rows',
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('changes nothing in a dry run, and reports what it would import', async () => {
    answers = sentry
    const { rows } = await run('glitchtip', '--from', from, '--organization', 'acme', '--dry-run')
    expect(outcomes(rows)).to.include('project Web: create').and.to.include('member ada@example.com: create')
    expect(outcomes(rows))
      .to.include('issue WEB-4: create')
      .and.to.include(`key ${key('c')} of Web: create`)
    expect(await listProjects()).to.not.contain('Web')
    answers = bugsink
    expect((await run('bugsink', '--from', from, '--dry-run')).rows[0]).to.include({ outcome: 'create' })
    expect(await listProjects()).to.contain('default')
  })

  it('reports errors of the call, the other server and its response', async () => {
    answers = {}
    expect(await attempt(['import', 'sentry', '--from', from])).to.include({ code: 2 })
    expect(await attempt(['import', 'bugsink'])).to.include({ code: 2 })
    expect((await attempt(['import', 'bugsink', '--from', from], {})).err).to.contain('SIGNALBOX_IMPORT_TOKEN')
    expect(await attempt(['import', 'bugsink', '--from', from]))
      .to.include({ code: 1 })
      .and.to.have.property('err')
      .that.contains('404')
    expect((await attempt(['import', 'bugsink', '--from', 'http://127.0.0.1:9'])).err).to.contain('Cannot reach')
    answers = { '/api/canonical/0/projects/': { results: 'none' } }
    expect((await attempt(['import', 'bugsink', '--from', from])).err).to.contain('did not return a Bugsink 2 response')
  })
})
