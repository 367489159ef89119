import { servedRoutes, type RouteContract } from '@signalbox/contracts'
import { expect } from 'chai'
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
import { fillOrganization, firstId, nobodys, type Ids } from '../support/organizations/fill-organization.js'
import { readDsnTarget } from '../support/post-envelope.js'
import { newEventId } from '../support/telemetry.js'
import { TestBrowser } from '../support/test-browser.js'

/**
 * Nothing of one organization is visible to the other: not its objects, their number, or whether they exist. The routes
 * come from the contracts. Responses to the other organization must not change by a byte when the first one fills up,
 * and must be the same for the first one's ids as for nonexistent ones.
 */

const otherKey = 'key-of-another-organization'
/** Part of every name and text of the first organization. */
const marker = 'zanzibar-shop'
/** Lists of objects that belong to those named in the query. */
const takesIssues = ({ query }: RouteContract) => new Set<string>(query?.required ?? []).has('issue_id')
const takesProject = ({ query }: RouteContract) => query !== undefined && 'project_id' in query.properties
const reads = servedRoutes.filter((route) => route.method === 'get' && route.scope.includes(':'))
const lists = reads.filter((route) => namesIn(route).length === 0 && !takesIssues(route))
/** Browser sessions belong to people: API keys are refused whatever they name. */
const aboutObjects = servedRoutes.filter((route) => namesIn(route).length > 0 && route.scope !== 'signed-in')

/** A statement without its values. */
function shapeOf(statement: string): string {
  return statement
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\b\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\s+/g, ' ')
}

/** The last use of keys is updated occasionally, whatever is requested. */
function isBookkeeping(statement: string): boolean {
  return statement.startsWith('UPDATE api_keys SET last_used_at')
}

describe('two organizations', () => {
  let signalbox: InProcessSignalbox
  let browser: TestBrowser
  /** Starts with the test: other files may have run for minutes since this one was loaded. */
  let range: TestRange
  /** Ids of the first organization. */
  let ids: Ids
  /** Responses to the other organization before the first one had any data. */
  const answersBefore = new Map<string, string>()

  /** The first organization's ids, by a route's path parameters. */
  const idsFor = ({ id }: RouteContract): Ids =>
    id === 'revokeApiKey' ? { ...ids, key_id: ids['api_key_id'] ?? '' } : ids

  const ask = async (key: string, route: RouteContract, address: string) => {
    const body = route.body && (validBodies[route.id] ?? {})
    const answer = await browser.send(route.method.toUpperCase(), address, body, { authorization: `Bearer ${key}` })
    return { status: answer.status, text: comparable(answer.body) }
  }

  /** Database statements since this was last cleared. */
  const statements: string[] = []

  before(async () => {
    range = rangeAroundNow()
    signalbox = await startInProcess({ onStatement: (statement) => statements.push(shapeOf(statement)) })
    browser = new TestBrowser(signalbox.url)
    addOrganization(signalbox.controlPlaneDirectory, otherKey)
    for (const route of lists) {
      const { status, text } = await ask(otherKey, route, addressOf(route, nobodys, range))
      expect(status, `${route.id}: ${text}`).to.equal(200)
      answersBefore.set(route.id, text)
    }
    ids = await fillOrganization(signalbox, { marker, range })
  })
  after(() => signalbox.close())

  it('get the same responses whatever the other one has: no list, count, sum or link changes', async () => {
    let marked = 0
    for (const route of lists) {
      const address = addressOf(route, nobodys, range)
      expect((await ask(otherKey, route, address)).text, route.id).to.equal(answersBefore.get(route.id))
      if ((await ask(signalbox.apiKey, route, address)).text.includes(marker)) marked += 1
    }
    // The first organization does see its own objects, so there was something to see.
    expect(marked).to.be.greaterThan(15)
  })

  it("get the same 404 for the other's ids in paths as for nonexistent ones", async () => {
    const told: string[] = []
    for (const route of aboutObjects) {
      const own = idsFor(route)
      const foreign = await ask(otherKey, route, addressOf(route, own, range))
      const nobody = await ask(otherKey, route, addressOf(route, nobodys, range))
      // Some responses repeat the requested id.
      const isSame = without(own, foreign.text) === without(nobodys, nobody.text)
      if (!isSame || foreign.status !== 404) told.push(`${route.id} ${foreign.status} ${foreign.text} ${nobody.text}`)
    }
    expect(told).to.deep.equal([])
  })

  it("run the same statements for the other's ids as for nonexistent ones, so that timing reveals nothing", async () => {
    const costOf = async (route: RouteContract, of: Ids) => {
      statements.length = 0
      await ask(otherKey, route, addressOf(route, of, range))
      return statements.filter((statement) => !isBookkeeping(statement))
    }
    let counted = 0
    const told: string[] = []
    for (const route of aboutObjects) {
      const foreign = await costOf(route, idsFor(route))
      const nobody = await costOf(route, nobodys)
      if (foreign.length > 0) counted += 1
      if (foreign.join('\n') !== nobody.join('\n')) {
        told.push(`${route.id}:\n${foreign.join('\n')}\ninstead of\n${nobody.join('\n')}`)
      }
    }
    expect(told.join('\n\n')).to.equal('')
    // Few routes respond without a database, such as those of dead letters.
    expect(counted).to.be.greaterThan(60)
  })

  it("get 404 for the other's projects as parameters, by id and by number", async () => {
    for (const route of reads.filter(takesProject)) {
      for (const projectId of [ids['project_id'] ?? '', ids['project_number'] ?? '']) {
        const { status, text } = await ask(otherKey, route, addressOf(route, nobodys, range, { project_id: projectId }))
        expect(status, `${route.id}: ${text}`).to.equal(404)
        expect(text).not.to.contain(marker)
      }
    }
  })

  it('have not changed each other', async () => {
    for (const route of aboutObjects.filter((each) =>
      ['readWorkflow', 'readDeployment', 'readIssue'].includes(each.id),
    )) {
      const { status, text } = await ask(signalbox.apiKey, route, addressOf(route, ids, range))
      expect(status, route.id).to.equal(200)
      expect(text, route.id).to.contain(marker)
    }
    const { body } = await signalbox.call('GET', '/api/v1/organization/members/')
    expect(JSON.stringify(body)).to.contain(`"email":"${marker}@example.com","name":"","role":"admin"`)
  })

  it("cannot merge the other's issues into their own, nor see them named", async () => {
    const { body } = await signalbox.call('POST', '/api/v1/telemetry/projects/', { name: 'mine' }, otherKey)
    await signalbox.sendEvent(newEventId(), 'of the other organization', readDsnTarget((body as { dsn: string }).dsn))
    const own = await eventually(async () =>
      firstId(await signalbox.call('GET', '/api/v1/issues/', undefined, otherKey), 'issues'),
    )
    const path = `/api/v1/issues/${own}/merge/`
    const answer = await signalbox.call('POST', path, { issue_ids: [ids['issue_id']] }, otherKey)
    const nobody = await signalbox.call('POST', path, { issue_ids: [nobodys['issue_id']] }, otherKey)
    expect(answer.status).to.equal(nobody.status)
    expect(answer.status).to.be.oneOf([400, 404])
    expect(JSON.stringify(answer.body)).not.to.contain(marker)
  })
})
