import { batchMetaCodec, createId, deadLetterMetaCodec } from '@signalbox/contracts'
import { expect } from 'chai'
import { openStore } from '../../../services/control-plane/src/control-plane-store.js'
import { addAlert } from '../add-alert.js'
import { eventually } from '../eventually.js'
import type { InProcessSignalbox } from '../in-process-signalbox.js'
import { postEnvelope, readDsnTarget, type DsnTarget } from '../post-envelope.js'
import { otlpTelemetry } from '../otlp-telemetry.js'
import { createSample, createSpan, newEventId } from '../telemetry.js'
import { TestBrowser } from '../test-browser.js'
import { sendChunk, sha1Of } from '../upload-chunks.js'
import { uploadSourceMaps } from '../upload-source-maps.js'
import type { TestRange } from './contract-requests.js'

/** An organization's ids, by path and parameter name. */
export type Ids = Readonly<Record<string, string>>

/** Ids that do not exist, by path parameter name. */
export const nobodys: Ids = {
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
  span_id: 'c'.repeat(16),
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
  project_number: '999999999',
  api_key_id: '0192f3a0-0000-7000-8000-00000000001c',
  browser_session_id: '0192f3a0-0000-7000-8000-00000000001d',
  passkey_id: '0192f3a0-0000-7000-8000-00000000001e',
  chunk: 'f'.repeat(40),
  view_id: '0192f3a0-0000-7000-8000-00000000001f',
  bundle_id: '0192f3a0-0000-7000-8000-000000000020',
}

/** @throws Error while the list is empty. */
export function firstId({ body }: { body: unknown }, list: string): string {
  const [first] = (body as Record<string, { id: string }[]>)[list] ?? []
  if (!first) throw new Error(`there are no ${list} yet`)
  return first.id
}

function idOf(answer: Readonly<Record<string, string>>): string {
  const { id } = answer
  if (id === undefined) throw new Error('the answer has no id')
  return id
}

/** The organization to fill, and its contents. */
export interface Filling {
  /** Part of every name and text. */
  marker: string
  range: TestRange
  /** The installation's first organization by default. */
  organization?: { id: string; key: string }
}

interface Tenant extends Filling {
  signalbox: InProcessSignalbox
  organizationId: string
  key: string
  /**
   * Posts to a path below `/api/v1/`.
   * @throws AssertionError if it is refused.
   */
  post: (path: string, body: object) => Promise<Record<string, string>>
  get: (path: string) => Promise<{ status: number; body: unknown }>
}

/** Creates one object of each kind in an organization, each containing the marker, and waits until they are stored. */
export async function fillOrganization(signalbox: InProcessSignalbox, filling: Filling): Promise<Ids> {
  const { id: organizationId, key } = filling.organization ?? { id: signalbox.organizationId, key: signalbox.apiKey }
  const tenant: Tenant = {
    ...filling,
    signalbox,
    organizationId,
    key,
    get: (path) => signalbox.call('GET', `/api/v1/${path}`, undefined, key),
    post: async (path, body) => {
      const answer = await signalbox.call('POST', `/api/v1/${path}`, body, key)
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).to.be.oneOf([200, 201, 202])
      return answer.body as Record<string, string>
    },
  }
  const project = await tenant.post('telemetry/projects/', { name: `${filling.marker} project` })
  const dsn = readDsnTarget(project['dsn'] ?? '')
  const sent = await sendTelemetry(tenant, dsn)
  const ofProject = await fillProject(tenant, { id: idOf(project), dsn })
  return {
    ...nobodys,
    ...sent,
    ...ofProject,
    ...(await fillWork(tenant)),
    ...(await fillPeople(tenant)),
    project_id: idOf(project),
    project: idOf(project),
    project_number: String(dsn.number),
    organization: organizationId,
    ...(await waitUntilStored(tenant, { ...sent, project_id: idOf(project) })),
  }
}

async function sendTelemetry({ signalbox, marker, post }: Tenant, dsn: DsnTarget): Promise<Ids> {
  const [eventId, traceId] = [newEventId(), newEventId()]
  await signalbox.sendEvent(eventId, `${marker} failed`, dsn)
  const metrics = { cpu_usage_cores: 0.5, queue_length: 1 }
  const span = createSpan({ service: marker, trace_id: traceId })
  await post('telemetry/spans/', { spans: [span] })
  await post('telemetry/metrics/', { metrics: [createSample({ cluster: marker, namespace: marker, metrics })] })
  const seconds = Date.now() / 1_000
  const log = { timestamp: seconds, level: 'warn', body: `${marker} waits`, trace_id: traceId }
  const measurement = { timestamp: seconds, trace_id: traceId, name: marker, type: 'gauge', value: 1, attributes: {} }
  await postEnvelope(signalbox.url, dsn, envelopeOf('log', log))
  await postEnvelope(signalbox.url, dsn, envelopeOf('trace_metric', measurement))
  const points = await fetch(`${signalbox.url}/api/${dsn.number}/integration/otlp/v1/metrics`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sentry-auth': `sentry sentry_key=${dsn.publicKey}` },
    body: JSON.stringify(otlpTelemetry(marker, 1, Date.now()).metrics),
  })
  expect(points.status).to.equal(200)
  const checkIn = await fetch(`${signalbox.url}/api/${dsn.number}/cron/${marker}/${dsn.publicKey}/?status=ok`)
  expect(checkIn.status).to.be.lessThan(300)
  return { event_id: eventId, trace_id: traceId, span_id: span.span_id, slug: marker }
}

function envelopeOf(type: 'log' | 'trace_metric', item: object): string {
  const contentType = `application/vnd.sentry.items.${type.replace('_', '-')}+json`
  const lines = [{}, { type, item_count: 1, content_type: contentType }, { items: [item] }]
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

async function fillProject(tenant: Tenant, project: { id: string; dsn: DsnTarget }): Promise<Ids> {
  const { signalbox, marker, organizationId, key, post } = tenant
  const version = `${marker}@1.0.0`
  const releases = `/api/0/organizations/${organizationId}/releases/`
  const release = await signalbox.call('POST', releases, { version, projects: [project.id] }, key)
  expect(release.status, JSON.stringify(release.body)).to.be.oneOf([200, 201, 208])
  const below = `telemetry/projects/${project.id}`
  const repository = await post(`${below}/repositories/`, { full_name: `${marker}/shop` })
  const hook = { kind: 'webhook', url: 'https://hooks.example.com/' }
  const channel = await post(`${below}/notification-channels/`, hook)
  const chunk = Buffer.from(marker)
  const target = { ...signalbox, apiKey: key, organizationId, project: project.dsn }
  expect(await sendChunk(target, chunk)).to.equal(200)
  await uploadSourceMaps(target, [{ name: `${marker}.js`, bytes: marker }], { release: version })
  const { uploads } = (await tenant.get(`${below}/source-maps/`)).body as { uploads: { bundle_id: string }[] }
  return {
    bundle_id: uploads[0]?.bundle_id ?? '',
    key_id: firstId(await tenant.get(`${below}/keys/`), 'keys'),
    repository_id: idOf(repository),
    channel_id: idOf(channel),
    version,
    chunk: sha1Of(chunk),
  }
}

/** Changes, sessions, workflows and alerts. */
async function fillWork(tenant: Tenant): Promise<Ids> {
  const { signalbox, marker, range, organizationId, post } = tenant
  const change = { kind: 'commit', id: 'abc', occurred_at: range.middle, title: marker, repository: `${marker}/shop` }
  await post('changes/', { changes: [change] })
  const deployment = await post('deployments/', { deployment_request: marker, repository_full_name: `${marker}/shop` })
  const session = await post('agent/sessions/', { prompt: marker })
  const workflow = await post('workflows/', { name: marker, agent_name: marker, instruction: marker })
  const run = await post(`workflows/${idOf(workflow)}/runs/`, {})
  const rule = await post('alerts/rules/', { name: marker, kind: 'crash_loops' })
  const times = { starts_at: range.start, ends_at: range.end }
  const window = await post('alerts/maintenance-windows/', { kind: 'once', name: marker, ...times })
  const alert = { organization_id: organizationId, opened_at: Date.now(), rule_name: marker }
  return {
    session_id: session['session_id'] ?? '',
    deployment_id: idOf(deployment),
    workflow_id: idOf(workflow),
    run_id: idOf(run),
    rule_id: idOf(rule),
    window_id: idOf(window),
    letter_id: await addDeadLetter(tenant),
    alert_id: addAlert(signalbox.controlPlaneDirectory, alert),
  }
}

async function fillPeople({ signalbox, marker, post }: Tenant): Promise<Ids> {
  const apiKey = await post('organization/api-keys/', { name: marker })
  const invitation = await post('organization/invitations/', { role: 'viewer', email: `waiting@${marker}.example` })
  const { link = '' } = await post('organization/invitations/', { role: 'admin' })
  const browser = new TestBrowser(signalbox.url)
  const member = await browser.accept(link, `${marker}@example.com`)
  const sessions = await browser.send('GET', '/api/v1/auth/sessions/')
  return {
    api_key_id: idOf(apiKey),
    invitation_id: idOf(invitation),
    member_id: member.member_id,
    browser_session_id: firstId(sessions, 'sessions'),
    passkey_id: addPasskey(signalbox.controlPlaneDirectory, `${marker}@example.com`),
  }
}

async function waitUntilStored({ marker, get, post }: Tenant, ids: Ids): Promise<Ids> {
  const issueId = await eventually(async () => firstId(await get('issues/'), 'issues'))
  await eventually(async () => {
    for (const path of [`trace/${ids['trace_id'] ?? ''}/`, `monitors/${marker}/`]) {
      expect((await get(`telemetry/query/${path}`)).status, path).to.equal(200)
    }
    for (const what of ['logs/?', 'metrics/?', 'app-metrics/?', 'export/?kind=data_point&']) {
      expect(JSON.stringify((await get(`telemetry/query/${what}since=1h`)).body), what).to.contain(marker)
    }
  })
  const comment = await post(`issues/${issueId}/comments/`, { text: marker })
  const view = await post('issue-views/', { name: marker, query: marker, is_shared: true })
  const { fingerprints } = (await get(`issues/${issueId}/`)).body as { fingerprints: { fingerprint: string }[] }
  return {
    issue_id: issueId,
    comment_id: idOf(comment),
    view_id: idOf(view),
    fingerprint: fingerprints[0]?.fingerprint ?? '',
  }
}

/** @returns its id. */
function addPasskey(controlPlaneDirectory: string, email: string): string {
  const store = openStore(controlPlaneDirectory)
  const user = store.users.findByEmail(email)
  if (!user) throw new Error(`nobody is ${email}`)
  const id = createId()
  const times = { created_at: Date.now(), last_used_at: Date.now() }
  const row = { id, user_id: user.id, credential_id: id, public_key: Buffer.alloc(32), counter: 0, name: email }
  store.passkeys.insert({ ...row, ...times })
  store.close()
  return id
}

/** @returns its id. */
async function addDeadLetter({ signalbox, organizationId, marker, get }: Tenant): Promise<string> {
  const receivedAt = Date.now()
  const { meta = '' } = batchMetaCodec.encode({ organizationId, receivedAt, encoding: 'identity', omitted: [] })
  const source = { topic: 'spans', partition: 0, offset: 1, itemIndex: 0 }
  const headers = deadLetterMetaCodec.encode({ ...source, reason: 'pipeline_error', detail: marker, meta })
  await signalbox.eventLog.append('dead-letters', [{ headers, value: Buffer.from('{"spans":[]}'), rows: 1 }])
  return firstId(await get('dead-letters/'), 'letters')
}
