import {
  exportedKinds,
  readingTools,
  servedRoutes,
  sqlTables,
  type ReadingToolName,
  type RouteContract,
} from '@signalbox/contracts'
import { receiverPaths } from '@signalbox/ingest'
import { expect } from 'chai'
import { connectMcp } from '../../services/agent/test/support/connect-mcp.js'
import { addOrganization } from '../support/add-organization.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import {
  addressOf,
  comparable,
  namesIn,
  rangeAroundNow,
  validBodies,
  without,
  type TestRange,
} from '../support/organizations/contract-requests.js'
import { fillOrganization, nobodys, type Ids } from '../support/organizations/fill-organization.js'
import {
  bodiesThatName,
  listBodyReferences,
  listQueryReferences,
  type Owner,
} from '../support/organizations/foreign-references.js'
import { TestBrowser } from '../support/test-browser.js'

/**
 * Two organizations that both have one of everything. A caller of one organization refers to the other's objects in
 * every place of every route that accepts a reference, and must get the same response as for objects that do not exist,
 * without any of the other's data. The routes come from the contracts: one that refers to objects in an unknown way
 * fails.
 */

/** Part of every name and text of the organization to be hidden. */
const marker = 'zanzibar-shop'
const ownMarker = 'reykjavik-shop'
const ownKey = 'key-of-another-organization'
const nobody: Owner = { ids: nobodys, marker: nobodys['slug'] ?? '' }

/** Path parameters chosen by senders, which may be equal in all organizations. */
const plainNames: ReadonlySet<string> = new Set(['key', 'evidence_id', 'attachment_id', 'version'])
/** Never ends before the session does. */
const isEndless = ({ id }: RouteContract) => id === 'watchAgentSession'
const isReading = (route: RouteContract) => route.method === 'get' && route.scope.includes(':') && !isEndless(route)

/** A response in comparable form. */
interface Answer {
  status: number
  text: string
}

/** A caller from the own organization. */
interface Caller {
  name: string
  /** Statuses for callers without permission. */
  refusals: readonly number[]
  send(route: RouteContract, address: string, body?: object): Promise<Answer>
}

describe("a reference to another organization's object", () => {
  let signalbox: InProcessSignalbox
  let range: TestRange
  let foreign: Owner
  let own: Owner
  let ownProjectKey: string
  let callers: Caller[]
  /** What the other organization reads about itself, by route. */
  let readBefore: Map<string, string>

  before(async () => {
    range = rangeAroundNow()
    signalbox = await startInProcess()
    const organization = { id: addOrganization(signalbox.controlPlaneDirectory, ownKey), key: ownKey }
    foreign = { marker, ids: await fillOrganization(signalbox, { marker, range }) }
    own = { marker: ownMarker, ids: await fillOrganization(signalbox, { marker: ownMarker, range, organization }) }
    const { body } = await signalbox.call(
      'GET',
      `/api/v1/telemetry/projects/${idOf(own, 'project_id')}/`,
      undefined,
      ownKey,
    )
    ownProjectKey = new URL((body as { dsn: string }).dsn).username
    callers = [
      keyCaller('an API key', ownKey),
      await memberCaller(),
      keyCaller('the key of a project', ownProjectKey, [401]),
    ]
    readBefore = await readAll()
  })
  after(() => signalbox.close())

  const bodyOf = (route: RouteContract) => route.body && (validBodies[route.id] ?? {})

  function keyCaller(name: string, key: string, refusals: readonly number[] = [403, 404]): Caller {
    const browser = new TestBrowser(signalbox.url)
    const headers = { authorization: `Bearer ${key}` }
    return {
      name,
      refusals,
      send: async (route, address, body = bodyOf(route)) => {
        const answer = await browser.send(route.method.toUpperCase(), address, body, headers)
        return { status: answer.status, text: comparable(answer.body) }
      },
    }
  }

  /** A browser session with all of a member's permissions. */
  async function memberCaller(): Promise<Caller> {
    const invitation = await signalbox.call('POST', '/api/v1/organization/invitations/', { role: 'owner' }, ownKey)
    const browser = new TestBrowser(signalbox.url)
    await browser.accept((invitation.body as { link: string }).link, 'mine@example.com')
    return {
      name: 'a member',
      refusals: [403, 404],
      send: async (route, address, body = bodyOf(route)) => {
        const answer = await browser.send(route.method.toUpperCase(), address, body)
        if (route.id === 'signOut') await browser.signIn('mine@example.com')
        return { status: answer.status, text: comparable(answer.body) }
      },
    }
  }

  /** Everything the other organization can read about itself. */
  async function readAll(): Promise<Map<string, string>> {
    const owner = keyCaller('its own key', signalbox.apiKey)
    const answers = new Map<string, string>()
    for (const route of servedRoutes.filter(isReading)) {
      const required = new Set<string>(route.query?.required ?? [])
      const more = required.has('issue_id') ? { issue_id: idOf(foreign, 'issue_id') } : {}
      const { status, text } = await owner.send(route, addressOf(route, idsFor(route, foreign.ids), range, more))
      // The duration of open sessions increases.
      answers.set(route.id, `${status} ${text.replaceAll(/"duration_ms":\d+/g, '')}`)
    }
    return answers
  }

  /**
   * What is wrong with the response about the other's object, compared with that about a nonexistent one; undefined if
   * nothing is.
   */
  function faultOf(theirs: Answer, nobodys: Answer): string | undefined {
    const isSame = without(foreign.ids, theirs.text) === without(nobody.ids, nobodys.text)
    if (theirs.status === nobodys.status && isSame) return undefined
    return `${theirs.status} ${theirs.text}\n  instead of ${nobodys.status} ${nobodys.text}`
  }

  /** Path ids: all of them the other's, and one of them. */
  function pathsThatName(route: RouteContract): Ids[] {
    const names = namesIn(route).filter((name) => !plainNames.has(name))
    const theirs = idsFor(route, foreign.ids)
    const mine = idsFor(route, own.ids)
    const mixed = names.length > 1 ? names.map((name) => ({ ...mine, [name]: theirs[name] ?? '' })) : []
    return names.length === 0 ? [] : [theirs, ...mixed]
  }

  it('reveals nothing, nor do requests without one', async () => {
    const seen: string[] = []
    for (const caller of callers) {
      for (const route of servedRoutes.filter((each) => each.method === 'get' && !isEndless(each))) {
        const { text } = await caller.send(route, addressOf(route, idsFor(route, own.ids), range))
        if (text.includes(marker) || mentions(foreign.ids, text)) seen.push(`${caller.name}: ${route.id} ${text}`)
      }
    }
    expect(seen).to.deep.equal([])
  })

  it('in a path is refused with 403 or 404, whatever else the path names', async () => {
    const faults: string[] = []
    const cases = servedRoutes.flatMap((route) => pathsThatName(route).map((ids) => ({ route, ids })))
    expect(cases).to.have.length.above(150)
    for (const caller of callers) {
      for (const { route, ids } of cases) {
        const { status, text } = await caller.send(route, addressOf(route, ids, range))
        const isRefused = caller.refusals.includes(status) && !without(foreign.ids, text).includes(marker)
        if (!isRefused) faults.push(`${caller.name}: ${addressOf(route, ids, range)} ${status} ${text}`)
      }
    }
    expect(faults.join('\n')).to.equal('')
  })

  it('in a query gets the same response as a nonexistent one', async () => {
    const faults: string[] = []
    const cases = servedRoutes.flatMap((route) => {
      const nobodys = listQueryReferences(route, nobody)
      return listQueryReferences(route, foreign).map((theirs, index) => ({ route, theirs, nobodys: nobodys[index] }))
    })
    expect(cases).to.have.length.above(150)
    for (const caller of callers.slice(0, 2)) {
      for (const { route, theirs, nobodys } of cases) {
        const ask = (more?: Record<string, string>) =>
          caller.send(route, addressOf(route, idsFor(route, own.ids), range, more))
        const fault = faultOf(...(await Promise.all([ask(theirs), ask(nobodys)])))
        if (fault !== undefined) faults.push(`${caller.name}: ${route.id} ${JSON.stringify(theirs)}: ${fault}`)
      }
    }
    expect(faults.join('\n')).to.equal('')
  })

  it('in a body gets the same response as a nonexistent one, and every such body has a case here', async () => {
    const faults: string[] = []
    const cases = servedRoutes.flatMap((route) => listBodyReferences(route).map((reference) => ({ route, reference })))
    expect(cases).to.have.length.above(20)
    for (const caller of callers.slice(0, 2)) {
      for (const { route, reference } of cases) {
        const bodyFor = bodiesThatName[reference]
        if (!bodyFor) throw new Error(`say in foreign-references.ts how ${reference} is written`)
        const address = addressOf(route, idsFor(route, own.ids), range)
        const ask = (owner: Owner) => caller.send(route, address, bodyFor(owner.ids))
        const fault = faultOf(await ask(foreign), await ask(nobody))
        if (fault !== undefined) faults.push(`${caller.name}: ${reference}: ${fault}`)
      }
    }
    expect(faults.join('\n')).to.equal('')
  })

  it('in SQL reads no rows', async () => {
    const select = async (key: string, sql: string) => {
      const body = { sql, start: range.start, end: range.end }
      return JSON.stringify((await signalbox.call('POST', '/api/v1/telemetry/query/sql/', body, key)).body)
    }
    for (const table of sqlTables) {
      expect(await select(signalbox.apiKey, `SELECT * FROM ${table}`), table).to.contain(marker)
      for (const condition of ['', ` WHERE 1 = 1 OR project_id = '${idOf(foreign, 'project_id')}'`, ' WHERE NOT 0']) {
        const answer = await select(ownKey, `SELECT * FROM ${table}${condition}`)
        expect(answer, table).not.to.contain(marker)
        for (const table2 of sqlTables) {
          const joined = await select(ownKey, `SELECT * FROM ${table} AS a CROSS JOIN ${table2} AS b LIMIT 1000`)
          expect(joined, `${table} with ${table2}`).not.to.contain(marker)
        }
      }
      for (const name of ['organization_id', '_partition_id', '_part']) {
        expect(await select(ownKey, `SELECT ${name} FROM ${table}`), name).to.match(/"status":400/)
      }
    }
  })

  it('in an export of any kind reads nothing', async () => {
    const times = `start=${range.start}&end=${range.end}`
    const read = (key: string, more: string) =>
      signalbox.call('GET', `/api/v1/telemetry/query/export/?${times}&${more}`, undefined, key)
    for (const kind of exportedKinds) {
      expect(JSON.stringify((await read(signalbox.apiKey, `kind=${kind}`)).body), kind).to.contain(marker)
      const mine = await read(ownKey, `kind=${kind}`)
      expect(mine.status, kind).to.equal(200)
      expect(JSON.stringify(mine.body), kind).not.to.contain(marker)
      for (const name of ['project_id', 'project_number']) {
        expect((await read(ownKey, `kind=${kind}&project_id=${idOf(foreign, name)}`)).status, kind).to.equal(404)
      }
    }
  })

  it('in an MCP tool call reads nothing', async () => {
    const times = { start: range.start, end: range.end }
    const questions: Readonly<Record<ReadingToolName, (owner: Owner) => Record<string, unknown>>> = {
      compare_windows: () => ({ ...times, split: range.middle }),
      issue: ({ ids }) => ({ issue_id: ids['issue_id'] }),
      events: ({ ids }) => ({ ...times, event_id: ids['event_id'] }),
      logs: (owner) => ({ ...times, search: owner.marker }),
      traces: (owner) => ({ ...times, service: owner.marker }),
      trace: ({ ids }) => ({ trace_id: ids['trace_id'] }),
      metric_series: (owner) => ({ ...times, service: owner.marker }),
      cluster_state: () => times,
      changes: (owner) => ({ ...times, service: owner.marker }),
      sql: (owner) => ({ ...times, sql: `SELECT count() AS n FROM trace_spans WHERE service = '${owner.marker}'` }),
    }
    const client = await connectMcp(signalbox.url, ownKey)
    for (const [name, question] of Object.entries(questions)) {
      const ask = async (owner: Owner) => {
        const answer = comparable(await client.callTool({ name, arguments: question(owner) }))
        return without(owner.ids, answer)
      }
      const theirs = await ask(foreign)
      expect(theirs, name).not.to.contain(marker)
      expect(theirs, name).to.equal(await ask(nobody))
    }
    expect(Object.keys(questions)).to.have.members(Object.keys(readingTools))
    await client.close()
    const refused: unknown = await connectMcp(signalbox.url, ownProjectKey).catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(Error)
  })

  it('in the address for telemetry stores nothing there', async () => {
    const ledger = await signalbox.readLedger()
    const number = idOf(foreign, 'project_number')
    const dsn = `https://${ownProjectKey}@signalbox.example/${number}`
    const browser = new TestBrowser(signalbox.url)
    for (const path of receiverPaths) {
      const names: Readonly<Record<string, string>> = {
        project: number,
        slug: idOf(foreign, 'slug'),
        eventId: idOf(foreign, 'event_id'),
        key: ownProjectKey,
      }
      const address = path.replaceAll(/:(\w+)/g, (_, name: string) => names[name] ?? '')
      const keys = [
        { query: `?sentry_key=${ownProjectKey}`, headers: {} },
        { query: '', headers: { 'x-sentry-auth': `Sentry sentry_key=${ownProjectKey}` } },
        { query: '', headers: { authorization: `Bearer ${ownProjectKey}` } },
        { query: `?dsn=${dsn}`, headers: {} },
        { query: '', headers: {} },
      ]
      for (const { query, headers } of keys) {
        const { status, body } = await browser.send('POST', `${address}${query}`, { dsn, message: 'mine' }, headers)
        expect(comparable(body), path).not.to.contain(marker)
        if (path.includes(':project')) expect(status, `${path}${query}`).to.be.oneOf([400, 401, 403, 404])
      }
    }
    expect(await signalbox.readLedger()).to.deep.equal(ledger)
  })

  it('has changed nothing', async () => {
    const trace = servedRoutes.find(({ id }) => id === 'readTrace')
    if (!trace) throw new Error('traces cannot be read')
    // The span that was sent with an id of the other's trace must be stored first.
    const mine = await eventually(async () => {
      const answer = await keyCaller('the own key', ownKey).send(trace, addressOf(trace, foreign.ids, range))
      expect(answer.status).to.equal(200)
      return answer.text
    })
    expect(mine).to.contain('mine').and.not.contain(marker)
    const after = await readAll()
    for (const [id, answer] of readBefore) expect(after.get(id), id).to.equal(answer)
    expect([...readBefore.values()].filter((answer) => answer.includes(marker))).to.have.length.above(60)
  })
})

function idOf({ ids }: Owner, name: string): string {
  const id = ids[name]
  if (id === undefined) throw new Error(`nobody said which ${name} there is`)
  return id
}

/** API keys and project keys have the same path parameter name. */
function idsFor({ path }: RouteContract, ids: Ids): Ids {
  return path.includes('/api-keys/') ? { ...ids, key_id: ids['api_key_id'] ?? '' } : ids
}

/** Short ids could be part of other texts. */
function mentions(ids: Ids, text: string): boolean {
  return Object.values(ids).some((id) => id.length > 20 && id !== 'b'.repeat(32) && text.includes(id))
}
