import type { AuditEntry, Notice, NotificationChannel } from '@signalbox/contracts'
import { createAddressPolicy } from '@signalbox/service-kit'
import { expect } from 'chai'
import { startSlack, type SlackStandIn } from '../../../../test/support/slack-stand-in.js'
import { faultsOf, fingerprint, TestControlPlane, type TestProject } from '../support/test-control-plane.js'

const webhook_url = 'https://hooks.slack.com/services/T0001/B0002/abcdefghijkl'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'

describe('notification channels', () => {
  let test: TestControlPlane
  let slack: SlackStandIn
  let project: TestProject
  let path: string

  before(async () => {
    test = new TestControlPlane({ policy: createAddressPolicy(['127.0.0.1']) })
    slack = await startSlack()
  })
  after(async () => {
    test.close()
    await slack.close()
  })
  beforeEach(async () => {
    project = await test.createProject()
    path = `/api/v1/telemetry/projects/${project.number}/notification-channels/`
    slack.requests = 0
  })

  const create = async (body: object): Promise<NotificationChannel> => {
    const res = await test.post(path, body)
    expect(res.status, res.text).to.equal(201)
    return res.body as NotificationChannel
  }
  const list = async () => ((await test.get(path)).body as { channels: NotificationChannel[] }).channels

  it('201: a Slack webhook; every event by default; the address is secret', async () => {
    const channel = await create({ kind: 'slack', webhook_url })
    expect(channel).to.deep.include({
      project_id: project.id,
      kind: 'slack',
      name: 'Slack',
      webhook_url: 'https://hooks.slack.com/…ijkl',
      events: ['issue_created', 'issue_regressed', 'issue_escalated', 'alert'],
      environments: [],
      min_level: null,
      is_active: true,
      last_success_at: null,
      fault: null,
    })
    expect(await list()).to.deep.equal([channel])
    expect((await test.get(`${path}${channel.id}/`)).body).to.deep.equal(channel)
  })

  it('201: a Slack bot, a webhook with its own key, and selected events', async () => {
    const bot = await create({
      kind: 'slack',
      channel: '#shop',
      bot_token: 'xoxb-0001-0002-abcd',
      api_url: slack.apiUrl,
    })
    expect(bot).to.include({ name: 'Slack #shop', channel: '#shop', bot_token: '…abcd' })
    const secret = 'a-key-of-the-receiver'
    const wants = { name: 'Ops', events: ['alert'], environments: ['production'], min_level: 'error' }
    const webhook = await create({ kind: 'webhook', url: 'https://example.com/', secret, ...wants })
    expect(webhook).to.deep.include({ url: 'https://example.com', secret: '…iver', ...wants })
    expect(JSON.stringify(await list())).not.to.include(secret)
  })

  it('returns a generated webhook key once', async () => {
    const { secret = '', id } = await create({ kind: 'webhook', url: 'https://example.com/in?key=0123456789' })
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const [channel] = await list()
    expect(channel).to.include({
      secret: `…${secret.slice(-4)}`,
      url: 'https://example.com/…6789',
      name: 'Webhook example.com',
    })
    expect(JSON.stringify((await test.get(`${path}${id}/`)).body)).not.to.include(secret)
  })

  const faulty: [body: object, ...fields: string[]][] = [
    [{}, '/kind'],
    [{ kind: 'pager' }, '/kind'],
    [{ kind: 'slack' }, '/webhook_url'],
    [{ kind: 'slack', channel: 'C1' }, '/bot_token'],
    [{ kind: 'slack', bot_token: 'xoxb' }, '/channel'],
    [{ kind: 'slack', webhook_url, channel: 'C1', bot_token: 'xoxb' }, '/channel', '/bot_token'],
    [{ kind: 'slack', webhook_url: 'http://127.0.0.2/' }, '/webhook_url'],
    [{ kind: 'slack', channel: 'C1', bot_token: 'x', api_url: 'http://169.254.169.254/' }, '/api_url'],
    [{ kind: 'slack', channel: 'C1', bot_token: 'x', api_url: 'http://slack.example.com/' }, '/api_url'],
    [{ kind: 'slack', channel: 'C1', bot_token: 'a b' }, '/bot_token'],
    [{ kind: 'webhook' }, '/url'],
    [{ kind: 'webhook', url: 'ftp://example.com/' }, '/url'],
    [{ kind: 'webhook', url: 'http://2130706434/' }, '/url'],
    [{ kind: 'webhook', url: 'http://[::1]/' }, '/url'],
    [{ kind: 'webhook', url: 'http://[::ffff:10.0.0.1]/' }, '/url'],
    [{ kind: 'webhook', url: 'https://u:p@example.com/' }, '/url'],
    [{ kind: 'webhook', url: 'https://example.com/', to: 'a@example.com' }, '/to'],
    [{ kind: 'email', to: 'nobody' }, '/to'],
    [{ kind: 'email', to: 'a@example.com\r\nBcc: b@example.com' }, '/to'],
    [{ kind: 'email', to: 'ann@example.com' }, '/kind'],
    [{ kind: 'slack', webhook_url, events: [] }, '/events'],
    [{ kind: 'slack', webhook_url, events: ['all'] }, '/events/0'],
    [{ kind: 'slack', webhook_url, min_level: 'severe' }, '/min_level'],
    [{ kind: 'slack', webhook_url, name: ' ' }, '/name'],
    [{ kind: 'slack', webhook_url, is_active: true }, '/is_active'],
  ]
  for (const [body, ...fields] of faulty) {
    it(`400 that names ${fields.join(' and ')} of ${JSON.stringify(body)}, and creates nothing`, async () => {
      const res = await test.post(path, body)
      expect(res.status, res.text).to.equal(400)
      expect(faultsOf(res)).to.deep.equal(fields)
      expect(await list()).to.deep.equal([])
    })
  }

  it('reports the missing settings for email', async () => {
    expect((await test.post(path, { kind: 'email', to: 'ann@example.com' })).text).to.include('SIGNALBOX_SMTP_URL')
  })

  it('409 beyond 20 channels of a project', async () => {
    for (let count = 0; count < 20; count += 1) await create({ kind: 'slack', webhook_url })
    expect((await test.post(path, { kind: 'slack', webhook_url })).status).to.equal(409)
  })

  it('changes the given fields, retains the rest, and checks addresses again', async () => {
    const { id } = await create({ kind: 'slack', webhook_url, name: 'Ops', min_level: 'error' })
    const change = async (body: object) => test.patch(`${path}${id.toUpperCase()}/`, body)
    expect((await change({ is_active: false, min_level: null })).body).to.include({
      is_active: false,
      min_level: null,
      name: 'Ops',
    })
    expect((await change({ channel: 'C1', bot_token: 'xoxb-0001-0002-abcd' })).body)
      .to.include({ channel: 'C1', is_active: false })
      .and.not.property('webhook_url')
    expect((await change({ webhook_url })).body).to.not.property('bot_token')
    expect(faultsOf(await change({ webhook_url: 'http://10.0.0.1/' }))).to.deep.equal(['/webhook_url'])
    expect(faultsOf(await change({ url: 'https://example.com/' }))).to.deep.equal(['/url'])
    expect(faultsOf(await change({ channel: 'C2' }))).to.deep.equal(['/bot_token'])
    expect((await list())[0]).to.include({ webhook_url: 'https://hooks.slack.com/…ijkl' })
  })

  it('sends the token only to its original address: a new API address requires it again', async () => {
    const { id } = await create({ kind: 'slack', channel: 'C1', bot_token: 'xoxb-0001-0002-abcd' })
    const change = async (body: object) => test.patch(`${path}${id}/`, body)
    expect(faultsOf(await change({ api_url: slack.apiUrl }))).to.deep.equal(['/bot_token'])
    expect(await list())
      .to.have.length(1)
      .and.not.have.nested.property('0.api_url')
    expect((await change({ api_url: slack.apiUrl, bot_token: 'xoxb-0003-0004-efgh' })).status).to.equal(200)
    expect((await change({ api_url: slack.apiUrl, channel: 'C2' })).status).to.equal(200)
  })

  it('deletes a channel', async () => {
    const channel = await create({ kind: 'slack', webhook_url })
    expect((await test.delete(`${path}${channel.id}/`)).body).to.deep.equal(channel)
    expect(await list()).to.deep.equal([])
    expect((await test.delete(`${path}${channel.id}/`)).status).to.equal(404)
  })

  it('sends a test immediately, returns the response, and shows it on the channel', async () => {
    const { id } = await create({
      kind: 'slack',
      channel: 'C1',
      bot_token: 'xoxb-0001-0002-abcd',
      api_url: slack.apiUrl,
    })
    slack.conducts.push({ error: 'channel_not_found' })
    const refused = await test.post(`${path}${id}/test/`, {})
    expect(refused.status, refused.text).to.equal(200)
    expect(refused.body).to.include({ delivered: false, detail: 'Slack says channel_not_found' })
    expect((await list())[0]).to.include({ fault: 'Slack says channel_not_found', last_success_at: null })
    expect((await test.post(`${path}${id}/test/`, {})).body).to.include({
      delivered: true,
      detail: 'Slack accepted the message',
    })
    expect((await list())[0]).to.include({ fault: null, last_success_at: new Date(test.now).toISOString() })
    expect(slack.requests).to.equal(2)
  })

  it('lists notices with their outcome, newest first, by state', async () => {
    const { id } = await create({ kind: 'slack', webhook_url })
    for (const number of [1, 2]) {
      test.now += 1_000
      await test.controlPlane.sightings.recordSightings([test.sighting(project.id, fingerprint(number))])
    }
    const read = async (query = '') =>
      (await test.get(`${path}${id}/notices/?${query}`)).body as {
        notices: Notice[]
        count: number
        next: string | null
      }
    const { notices, count } = await read()
    expect(count).to.equal(2)
    expect(notices.map(({ title }) => title)).to.deep.equal(['Error 0002', 'Error 0001'])
    expect(notices[0]).to.deep.include({
      kind: 'issue_created',
      state: 'waiting',
      message_id: null,
      attempts: 0,
      possible_duplicate: false,
    })
    expect((await read('page_size=1&state=waiting')).next).to.equal(
      `https://telemetry.example.com/api/v1/telemetry/projects/${project.id}/notification-channels/${id}/notices/?state=waiting&page=2&page_size=1`,
    )
    expect((await read('state=dead')).count).to.equal(0)
    expect(faultsOf(await test.get(`${path}${id}/notices/?state=lost`))).to.deep.equal(['state'])
  })

  it("404 for another organization's project and channel, an unknown one, and one of another project", async () => {
    const { id } = await create({ kind: 'slack', webhook_url })
    const other = await test.createProject()
    const elsewhere = `/api/v1/telemetry/projects/${other.id}/notification-channels/`
    const calls = [
      test.get(path, test.foreignKey),
      test.post(path, { kind: 'slack', webhook_url }, test.foreignKey),
      test.get(`${path}${id}/`, test.foreignKey),
      test.patch(`${path}${id}/`, { name: 'x' }, test.foreignKey),
      test.delete(`${path}${id}/`, test.foreignKey),
      test.post(`${path}${id}/test/`, {}, test.foreignKey),
      test.get(`${path}${id}/notices/`, test.foreignKey),
      test.get(`${elsewhere}${id}/`),
      test.get(`${path}${unknownId}/`),
    ]
    for (const call of calls) expect((await call).status).to.equal(404)
    expect(slack.requests).to.equal(0)
    expect(await list()).to.have.length(1)
  })

  it('401 without a key, 403 without the scope', async () => {
    const { id } = await create({ kind: 'slack', webhook_url: slack.webhookUrl })
    const reader = await test.createKey(['projects:read'])
    const writer = await test.createKey(['projects:write'])
    const statuses = async (key: string) => [
      (await test.get(path, key)).status,
      (await test.post(path, { kind: 'slack', webhook_url }, key)).status,
      (await test.get(`${path}${id}/notices/`, key)).status,
      (await test.post(`${path}${id}/test/`, {}, key)).status,
      (await test.patch(`${path}${id}/`, {}, key)).status,
    ]
    expect(await statuses('')).to.deep.equal([401, 401, 401, 401, 401])
    expect(await statuses(reader)).to.deep.equal([200, 403, 200, 403, 403])
    expect(await statuses(writer)).to.deep.equal([403, 201, 403, 200, 200])
  })

  it('leaves entries in the audit log without a secret', async () => {
    test.now += 1
    const { id } = await create({ kind: 'slack', webhook_url: slack.webhookUrl })
    test.now += 1
    await test.post(`${path}${id}/test/`, {})
    test.now += 1
    await test.patch(`${path}${id}/`, { name: 'x' })
    test.now += 1
    await test.delete(`${path}${id}/`)
    const res = await test.get('/api/v1/organization/audit-log/?limit=4')
    const { entries } = res.body as { entries: AuditEntry[] }
    const names = ['delete', 'change', 'test', 'create'].map((verb) => `${verb}NotificationChannel`)
    expect(entries.map(({ action }) => action)).to.deep.equal(names)
    expect(entries[0]?.objects).to.include({ channel_id: id, id })
    expect(JSON.stringify(entries)).not.to.include('secret-of-the-webhook')
  })
})
