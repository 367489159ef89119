import { batchMetaCodec, deadLetterMetaCodec, servedRoutes, type RouteContract } from '@signalbox/contracts'
import { expect } from 'chai'
import { addAlert } from '../support/add-alert.js'
import { addOrganization } from '../support/add-organization.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { readDsnTarget } from '../support/post-envelope.js'
import { createSample, createSpan, newEventId } from '../support/telemetry.js'
import { TestBrowser } from '../support/test-browser.js'

/**
 * Nothing of one organization is visible to the other: not its objects, not their number, and not whether they exist.
 * The routes come from the contracts. What the other organization is answered must not change by a byte when the first
 * one fills up, and must be the same for the first one's ids as for ids that nobody has.
 */

const otherKey = 'key-of-another-organization'
/** In every name and text of the first organization. */
const marker = 'zanzibar-shop'
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
/** Begins when the test does: other files may have been at work for minutes since this one was loaded. */
const range = { start: '', middle: '', end: '' }

type Ids = Readonly<Record<string, string>>

/** Ids that nobody has, by the names that paths give them. */
const nobodys: Ids = {
  project_id: '0192f3a0-0000-7000-8000-00000000000a',
  key_id: '0192f3a0-0000-7000-8000-00000000000b',
  issue_id: '0192f3a0-0000-7000-8000-00000000000c',
  session_id: '0192f3a0-0000-7000-8000-00000000000d',
  evidence_id: 'e1',
  deployment_id: '0192f3a0-0000-7000-8000-00000000000f',
  workflow_id: '0192f3a0-0000-7000-8000-000000000010',
  run_id: '0192f3a0-0000-7000-8000-000000000011',
  repository_id: '0192f3a0-0000-7000-8000-000000000014',
  member_id: '0192f3a0-0000-7000-8000-000000000012',
  invitation_id: '0192f3a0-0000-7000-8000-000000000013',
  event_id: 'a'.repeat(32),
  attachment_id: 'b'.repeat(32),
  trace_id: 'c'.repeat(32),
  slug: 'no-such-monitor',
  letter_id: '0-999999',
  rule_id: '0192f3a0-0000-7000-8000-000000000015',
  alert_id: '0192f3a0-0000-7000-8000-000000000016',
  window_id: '0192f3a0-0000-7000-8000-000000000017',
  channel_id: '0192f3a0-0000-7000-8000-000000000018',
  comment_id: '0192f3a0-0000-7000-8000-000000000019',
  fingerprint: 'e'.repeat(32),
  key: 'browser',
  organization: '0192f3a0-0000-7000-8000-00000000001a',
  project: '0192f3a0-0000-7000-8000-00000000001b',
  version: 'nobody@1.0.0',
}

/** Bodies that are valid, so that a request gets as far as the object. Other routes take an empty one. */
const bodies: Readonly<Record<string, object>> = {
  correctAgentSession: { culprit: null },
  mergeIssues: { issue_ids: ['0192f3a0-0000-7000-8000-0000000000ff'] },
  unmergeIssue: { fingerprints: ['d'.repeat(32)] },
  changeDeployment: { status: 'failure' },
  changeWorkflow: { name: 'taken over' },
  changeAlertRule: { name: 'taken over' },
  muteAlertRule: { for_minutes: 1 },
  changeMaintenanceWindow: { name: 'taken over' },
  changeMember: { role: 'viewer' },
  linkRepository: { full_name: 'mine/taken-over' },
  createIssueComment: { text: 'taken over' },
  changeIssueComment: { text: 'taken over' },
  createNotificationChannel: { kind: 'webhook', url: 'https://hooks.example.com/' },
  changeIssue: { status: 'resolved' },
  changeSentryIssues: { status: 'resolved' },
  createSentryRelease: { version: 'taken-over@1.0.0' },
  createSentryProjectRelease: { version: 'taken-over@1.0.0' },
  createSentryDeploy: { environment: 'production' },
  assembleArtifacts: { checksum: 'd'.repeat(40), chunks: ['e'.repeat(40)], projects: ['x'] },
}

const namesIn = ({ path }: RouteContract) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
/** Lists of what belongs to objects that the query names. */
const takesIssues = ({ query }: RouteContract) => new Set<string>(query?.required ?? []).has('issue_id')
const takesProject = ({ query }: RouteContract) => query !== undefined && 'project_id' in query.properties
const reads = servedRoutes.filter((route) => route.method === 'get' && route.scope.includes(':'))
const lists = reads.filter((route) => namesIn(route).length === 0 && !takesIssues(route))
/** Sessions of browsers are their people's: API keys are refused whatever they name. */
const aboutObjects = servedRoutes.filter((route) => namesIn(route).length > 0 && route.scope !== 'signed-in')

/** Of parameters that routes cannot do without, and that are not ids. */
const plainValues: Readonly<Record<string, string>> = { follow_seconds: '1', name: 'orders', path: '/app.js' }

/** The values of query parameters that a route cannot do without, and a range that does not move. */
function queryOf({ query }: RouteContract): Record<string, string> {
  const values: Record<string, string> = {}
  const required = new Set<string>(query?.required ?? [])
  for (const [name, schema] of Object.entries(query?.properties ?? {})) {
    if (name === 'start' || name === 'end') values[name] = range[name]
    else if (name === 'split') values[name] = range.middle
    else if (required.has(name) && name in plainValues) values[name] = plainValues[name] ?? ''
    else if (required.has(name) && !('default' in schema) && 'enum' in schema && Array.isArray(schema.enum)) {
      values[name] = String(schema.enum[0])
    }
  }
  return values
}

function addressOf(route: RouteContract, ids: Ids, more: Readonly<Record<string, string>> = {}): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`say here which ${name} the first organization has`)
    return encodeURIComponent(id)
  })
  return `${path}?${new URLSearchParams({ ...queryOf(route), ...more }).toString()}`
}

/** Without what differs from one request to the next. */
function comparable(body: unknown): string {
  return JSON.stringify(body)
    .replaceAll(/"request_id":"[^"]*"/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
}

/** A statement without its values. */
function shapeOf(statement: string): string {
  return statement
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\b\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\s+/g, ' ')
}

/** The last use of keys is written now and then, whatever is asked. */
function isBookkeeping(statement: string): boolean {
  return statement.startsWith('UPDATE api_keys SET last_used_at')
}

/** Short ones could be a part of others. */
function without(ids: Ids, text: string): string {
  const long = Object.values(ids).filter((id) => id.length > 8)
  return long.reduce((left, id) => left.replaceAll(id, 'an id'), text)
}

describe('two organizations', () => {
  let signalbox: InProcessSignalbox
  let browser: TestBrowser
  /** Of the first organization. */
  let ids: Ids
  /** What the other one was answered before the first one had anything. */
  const answersBefore = new Map<string, string>()

  /** What the first organization has, by the names in the path of a route. */
  const idsFor = ({ id }: RouteContract): Ids =>
    id === 'revokeApiKey' ? { ...ids, key_id: ids['api_key_id'] ?? '' } : ids

  const ask = async (key: string, route: RouteContract, address: string) => {
    const body = route.body && (bodies[route.id] ?? {})
    const answer = await browser.send(route.method.toUpperCase(), address, body, { authorization: `Bearer ${key}` })
    return { status: answer.status, text: comparable(answer.body) }
  }

  /** What was asked of the databases since this was emptied. */
  const statements: string[] = []

  before(async function () {
    this.timeout(120_000)
    Object.assign(range, { start: minutesFromNow(-60), middle: minutesFromNow(-30), end: minutesFromNow(30) })
    signalbox = await startInProcess({ onStatement: (statement) => statements.push(shapeOf(statement)) })
    browser = new TestBrowser(signalbox.url)
    addOrganization(signalbox.controlPlaneDirectory, otherKey)
    for (const route of lists) {
      const { status, text } = await ask(otherKey, route, addressOf(route, nobodys))
      expect(status, `${route.id}: ${text}`).to.equal(200)
      answersBefore.set(route.id, text)
    }
    ids = await fill(signalbox)
  })
  after(() => signalbox.close())

  it('are answered the same whatever the other one has: no list, count, sum or link changes', async function () {
    this.timeout(60_000)
    let marked = 0
    for (const route of lists) {
      const address = addressOf(route, nobodys)
      expect((await ask(otherKey, route, address)).text, route.id).to.equal(answersBefore.get(route.id))
      if ((await ask(signalbox.apiKey, route, address)).text.includes(marker)) marked += 1
    }
    // The first organization does see its own, so that there was something to be seen.
    expect(marked).to.be.greaterThan(15)
  })

  it("are answered for the other's ids in paths as for ids that nobody has: 404, in the same words", async function () {
    this.timeout(60_000)
    const told: string[] = []
    for (const route of aboutObjects) {
      const own = idsFor(route)
      const foreign = await ask(otherKey, route, addressOf(route, own))
      const nobody = await ask(otherKey, route, addressOf(route, nobodys))
      // Some repeat the id that they were asked for.
      const isSame = without(own, foreign.text) === without(nobodys, nobody.text)
      if (!isSame || foreign.status !== 404) told.push(`${route.id} ${foreign.status} ${foreign.text} ${nobody.text}`)
    }
    expect(told).to.deep.equal([])
  })

  it("cost the same for the other's ids as for ids that nobody has: statement by statement, so that no time tells", async function () {
    this.timeout(120_000)
    const costOf = async (route: RouteContract, of: Ids) => {
      statements.length = 0
      await ask(otherKey, route, addressOf(route, of))
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
    // Few are answered without a database, such as those of dead letters.
    expect(counted).to.be.greaterThan(60)
  })

  it("are answered 404 for the other's projects as parameters, by id and by number", async function () {
    this.timeout(60_000)
    for (const route of reads.filter(takesProject)) {
      for (const projectId of [ids['project_id'] ?? '', ids['project_number'] ?? '']) {
        const { status, text } = await ask(otherKey, route, addressOf(route, nobodys, { project_id: projectId }))
        expect(status, `${route.id}: ${text}`).to.equal(404)
        expect(text).not.to.contain(marker)
      }
    }
  })

  it('have left each other as they were', async () => {
    for (const route of aboutObjects.filter((each) =>
      ['readWorkflow', 'readDeployment', 'readIssue'].includes(each.id),
    )) {
      const { status, text } = await ask(signalbox.apiKey, route, addressOf(route, ids))
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

function firstId({ body }: { body: unknown }, list: string): string {
  const [first] = (body as Record<string, { id: string }[]>)[list] ?? []
  if (!first) throw new Error(`there are no ${list} yet`)
  return first.id
}

function idOf(answer: Readonly<Record<string, string>>): string {
  const { id } = answer
  if (id === undefined) throw new Error('the answer has no id')
  return id
}

/** Gives the first organization one of everything, each with the marker in it. */
async function fill(signalbox: InProcessSignalbox): Promise<Ids> {
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await signalbox.call('POST', `/api/v1/${path}`, body)
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).to.be.oneOf([200, 201, 202])
    return answer.body as Record<string, string>
  }
  const project = await post('telemetry/projects/', { name: `${marker} project` })
  const dsn = readDsnTarget(project['dsn'] ?? '')
  const [eventId, traceId] = [newEventId(), newEventId()]
  await signalbox.sendEvent(eventId, `${marker} failed`, dsn)
  await post('telemetry/spans/', { spans: [createSpan({ service: marker, trace_id: traceId })] })
  await post('telemetry/metrics/', { metrics: [createSample({ cluster: marker, namespace: marker })] })
  const checkIn = await fetch(`${signalbox.url}/api/${dsn.number}/cron/${marker}/${dsn.publicKey}/?status=ok`)
  expect(checkIn.status).to.be.lessThan(300)
  const change = { kind: 'commit', id: 'abc', occurred_at: range.middle, title: marker, repository: `${marker}/shop` }
  await post('changes/', { changes: [change] })
  const deployment = await post('deployments/', { deployment_request: marker, repository_full_name: `${marker}/shop` })
  const version = `${marker}@1.0.0`
  const releases = `/api/0/organizations/${signalbox.organizationId}/releases/`
  const release = await signalbox.call('POST', releases, { version, projects: [idOf(project)] })
  expect(release.status, JSON.stringify(release.body)).to.be.oneOf([200, 201, 208])
  const repositories = `telemetry/projects/${idOf(project)}/repositories/`
  const repository = await post(repositories, { full_name: `${marker}/shop` })
  const hook = { kind: 'webhook', url: 'https://hooks.example.com/' }
  const channel = await post(`telemetry/projects/${idOf(project)}/notification-channels/`, hook)
  const session = await post('agent/sessions/', { prompt: marker })
  const workflow = await post('workflows/', { name: marker, agent_name: marker, instruction: marker })
  const run = await post(`workflows/${idOf(workflow)}/runs/`, {})
  const rule = await post('alerts/rules/', { name: marker, kind: 'crash_loops' })
  const times = { starts_at: range.start, ends_at: range.end }
  const window = await post('alerts/maintenance-windows/', { kind: 'once', name: marker, ...times })
  const apiKey = await post('organization/api-keys/', { name: marker })
  const invitation = await post('organization/invitations/', { role: 'viewer', email: `waiting@${marker}.example` })
  const { link = '' } = await post('organization/invitations/', { role: 'admin' })
  const member = await new TestBrowser(signalbox.url).accept(link, `${marker}@example.com`)
  const dsnKeys = await signalbox.call('GET', `/api/v1/telemetry/projects/${idOf(project)}/keys/`)
  const issueId = await eventually(async () => firstId(await signalbox.call('GET', '/api/v1/issues/'), 'issues'))
  const comment = await post(`issues/${issueId}/comments/`, { text: marker })
  await eventually(async () => {
    for (const table of ['spans', 'container_metrics', 'check_ins'])
      expect(await signalbox.readColumn(table, 'organization_id')).not.to.be.empty
  })
  return {
    ...nobodys,
    project_id: idOf(project),
    project_number: String(dsn.number),
    key_id: firstId(dsnKeys, 'keys'),
    api_key_id: idOf(apiKey),
    issue_id: issueId,
    session_id: session['session_id'] ?? '',
    deployment_id: idOf(deployment),
    workflow_id: idOf(workflow),
    run_id: idOf(run),
    member_id: member.member_id,
    invitation_id: idOf(invitation),
    repository_id: idOf(repository),
    channel_id: idOf(channel),
    comment_id: idOf(comment),
    organization: signalbox.organizationId,
    project: idOf(project),
    version,
    event_id: eventId,
    trace_id: traceId,
    slug: marker,
    letter_id: await addDeadLetter(signalbox),
    rule_id: idOf(rule),
    window_id: idOf(window),
    alert_id: addAlert(signalbox.controlPlaneDirectory, {
      organization_id: signalbox.organizationId,
      opened_at: Date.now(),
      rule_name: marker,
    }),
  }
}

/** @returns its id. */
async function addDeadLetter({ eventLog, organizationId }: InProcessSignalbox): Promise<string> {
  const { meta = '' } = batchMetaCodec.encode({
    organizationId,
    receivedAt: Date.now(),
    encoding: 'identity',
    omitted: [],
  })
  const source = { topic: 'spans', partition: 0, offset: 1, itemIndex: 0 }
  const headers = deadLetterMetaCodec.encode({ ...source, reason: 'pipeline_error', detail: marker, meta })
  await eventLog.append('dead-letters', [{ headers, value: Buffer.from('{"spans":[]}'), rows: 1 }])
  return '0-1'
}
