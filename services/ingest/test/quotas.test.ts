import { expect } from 'chai'
import type { Quota } from '@signalbox/contracts'
import { createMemoryLog } from '@signalbox/event-log'
import { auth, now, post, startIngest, type IngestServer, type ServerOptions } from './ingest-server.js'

const eventId = '9ec79c33ec9942ab8353589fcb2e04dc'
const event = '{"type":"event"}\n{}\n'
const transaction = '{"type":"transaction"}\n{}\n'
const session = '{"type":"session"}\n{}\n'
const attachment = '{"type":"attachment","length":5}\n12345\n'
const profile = '{"type":"profile"}\n{}\n'
const report = '{"type":"client_report"}\n{}\n'

const quota = (limit: number, ...categories: Quota['categories']): Quota => ({
  categories,
  limit,
  window_seconds: 3_600,
})
/** The tests' time is half a minute past the hour. */
const wait = 3_570

describe('quotas', () => {
  let server: IngestServer
  let time = now
  const start = async (options: ServerOptions) => {
    server = await startIngest({ clock: () => time, ...options })
  }
  const limitProject = (...projectQuotas: Quota[]) => start({ owner: { projectQuotas } })
  const send = (...items: string[]) =>
    post(`${server.url}/api/42/envelope/?${auth}`, `{"event_id":"${eventId}"}\n${items.join('')}`)
  const headersOf = ({ headers }: { headers: Headers }) => [
    headers.get('retry-after'),
    headers.get('x-sentry-rate-limits'),
  ]
  const refused = async () =>
    (await server.refused()).map(({ kind, outcome, reason, quantity }) => [kind, outcome, reason, quantity])
  const omitted = () =>
    server.envelopeMeta().omitted.map(({ index, kind, outcome, reason, quantity }) => {
      expect(outcome).to.equal('rate_limited')
      return [index, kind, reason, quantity]
    })

  beforeEach(() => (time = now))
  afterEach(() => server.close())

  it('429: without a record if nothing is left, and rejected items are counted', async () => {
    await limitProject(quota(1, 'error'))
    expect((await send(event)).status).to.equal(200)
    const answer = await send(event)
    expect(answer.status).to.equal(429)
    expect(answer.body)
      .to.have.property('detail')
      .that.matches(/^Sentry dropped data due to a quota/)
    expect(headersOf(answer)).to.deep.equal([String(wait), `${wait}:error:project:quota_exceeded`])
    expect(server.records('envelopes')).to.have.length(1)
    expect(await refused()).to.deep.equal([['error', 'rate_limited', 'quota', 1]])
  })

  it('200 up to the limit, without rate-limit headers', async () => {
    await limitProject(quota(2, 'error'))
    for (let sent = 0; sent < 2; sent += 1) {
      const answer = await send(event)
      expect(answer.status).to.equal(200)
      expect(headersOf(answer)).to.deep.equal([null, null])
    }
  })

  it('200 with the active limit, but no Retry-After, if it does not apply to the envelope', async () => {
    await limitProject(quota(0, 'error', 'transaction'))
    const answer = await send(session)
    expect(answer.status).to.equal(200)
    expect(headersOf(answer)).to.deep.equal([null, `${wait}:error;transaction:project:quota_exceeded`])
    expect(omitted()).to.deep.equal([])
  })

  it('429 after storing the rest, if a limited category arrives with a free one', async () => {
    await limitProject(quota(0, 'error'))
    const answer = await send(event, session)
    expect(answer.status).to.equal(429)
    expect(headersOf(answer)).to.deep.equal([String(wait), `${wait}:error:project:quota_exceeded`])
    expect(server.envelope().items).to.have.length(2)
    expect(omitted()).to.deep.equal([[0, 'error', 'quota', 1]])
    expect(await refused()).to.deep.equal([])
  })

  it('accept items again when the window ends', async () => {
    await limitProject(quota(1, 'error'))
    await send(event)
    time = now + wait * 1_000 - 1
    expect(headersOf(await send(event))).to.deep.equal(['1', '1:error:project:quota_exceeded'])
    time += 1
    expect((await send(event)).status).to.equal(200)
  })

  it('limit a category by the stricter of two, and report both if both are used up', async () => {
    const loose = { ...quota(2, 'error'), window_seconds: 86_400, reason_code: 'day' }
    await start({ owner: { projectQuotas: [loose], keyQuotas: [quota(1, 'error')] } })
    expect((await send(event)).status).to.equal(200)
    const answer = await send(event)
    expect(headersOf(answer)).to.deep.equal([String(wait), `${wait}:error:key:quota_exceeded`])
    time = now + wait * 1_000
    expect((await send(event)).status, 'what one quota refuses draws nothing from the other').to.equal(200)
    const day = 43_170 - wait
    const both = `${day}:error:project:day, 3600:error:key:quota_exceeded`
    expect(headersOf(await send(event))).to.deep.equal([String(day), both])
  })

  it('without categories limit all, but accept client reports', async () => {
    await limitProject(quota(2))
    expect((await send(session, session)).status).to.equal(200)
    const answer = await send(event, report)
    expect(answer.status).to.equal(429)
    expect(headersOf(answer)).to.deep.equal([String(wait), `${wait}::project:quota_exceeded`])
    const { omitted: left } = JSON.parse(server.records('envelopes')[1]!.headers['meta']!) as { omitted: unknown[] }
    expect(left).to.have.length(1)
    expect((await send(report)).status).to.equal(200)
  })

  it('of all categories count attachments as items, not as bytes', async () => {
    await limitProject(quota(2))
    expect((await send(attachment, attachment)).status).to.equal(200)
  })

  it('reject the attachments and the profile with their event', async () => {
    await limitProject(quota(0, 'transaction'))
    const answer = await send(transaction, attachment, profile, session)
    expect(answer.status).to.equal(429)
    expect(omitted()).to.deep.equal([
      [0, 'span', 'quota', 1],
      [1, 'attachment', 'event_rate_limited', 1],
      [2, 'profile', 'event_rate_limited', 1],
    ])
  })

  it('are not used up by items rejected with their event', async () => {
    await limitProject(quota(0, 'error'), quota(1, 'attachment_item'))
    expect((await send(event, attachment)).status).to.equal(429)
    expect(await refused()).to.deep.equal([
      ['error', 'rate_limited', 'quota', 1],
      ['attachment', 'rate_limited', 'event_rate_limited', 1],
    ])
    expect((await send(attachment)).status).to.equal(200)
  })

  it('leave the event if an attachment is rejected', async () => {
    await limitProject(quota(0, 'attachment_item'))
    expect((await send(event, attachment)).status).to.equal(429)
    expect(omitted()).to.deep.equal([[1, 'attachment', 'quota', 1]])
  })

  it('count attachments in bytes', async () => {
    await limitProject(quota(12, 'attachment'))
    const answer = await send(attachment, attachment, attachment)
    expect(answer.status).to.equal(429)
    expect(headersOf(answer)[1]).to.equal(`${wait}:attachment:project:quota_exceeded`)
    expect(omitted()).to.deep.equal([[2, 'attachment', 'quota', 1]])
  })

  it('count containers by their entries, and logs by their bytes too', async () => {
    await limitProject(quota(10, 'span'), quota(100, 'log_byte'))
    const spans = '{"type":"span","item_count":6,"content_type":"application/vnd.sentry.items.span.v2+json"}\n{}\n'
    expect((await send(spans)).status).to.equal(200)
    expect((await send(spans)).status).to.equal(429)
    const logs = `{"type":"log","item_count":2}\n"${'x'.repeat(98)}"\n`
    expect((await send(logs)).status).to.equal(200)
    expect((await send(logs)).status).to.equal(429)
    expect(await refused()).to.deep.equal([
      ['span', 'rate_limited', 'quota', 6],
      ['log', 'rate_limited', 'quota', 2],
    ])
  })

  it('limit single events of old SDKs too', async () => {
    await limitProject(quota(0, 'error'))
    const answer = await post(`${server.url}/api/42/store/?${auth}`, '{"message":"hello"}')
    expect(answer.status).to.equal(429)
    expect(headersOf(answer)[1]).to.equal(`${wait}:error:project:quota_exceeded`)
    expect(await refused()).to.deep.equal([['error', 'rate_limited', 'quota', 1]])
  })

  it('apply before size limits: 413 only for what they leave', async () => {
    await limitProject(quota(0, 'error'))
    const large = `{"type":"event"}\n"${'x'.repeat(1024 * 1024)}"\n`
    expect((await send(large, session)).status).to.equal(429)
    expect((await send(event, transaction + transaction)).status).to.equal(413)
    expect(await refused()).to.deep.equal([
      ['span', 'dropped', 'too_large', 2],
      ['error', 'rate_limited', 'quota', 1],
    ])
  })

  it('count rejected items even if the log is full for the rest', async () => {
    await start({ owner: { projectQuotas: [quota(0, 'error')] }, log: createFullOnceLog() })
    expect((await send(event, session)).status).to.equal(503)
    expect(await refused()).to.deep.equal([
      ['session', 'dropped', 'log_full', 1],
      ['error', 'rate_limited', 'quota', 1],
    ])
  })

  it('let requests pass, with a log entry, if they cannot be counted', async () => {
    const take = () => Promise.reject(new Error('away'))
    await start({ owner: { projectQuotas: [quota(0, 'error')] }, quotaCounters: { take } })
    const answer = await send(event)
    expect(answer.status).to.equal(200)
    expect(headersOf(answer)).to.deep.equal([null, null])
    expect(server.faults).to.have.length(1)
  })

  it('are not counted if the key is over its request limit', async () => {
    await start({ isLimited: true, owner: { projectQuotas: [quota(0, 'error')] } })
    expect(headersOf(await send(event))).to.deep.equal(['30', '30::key'])
    expect(await refused()).to.deep.equal([['error', 'rate_limited', 'key_rate_limit', 1]])
  })
})

/** A log whose first append fails. */
function createFullOnceLog(): NonNullable<ServerOptions['log']> {
  const log = createMemoryLog()
  const fullLog = createMemoryLog({ diskBytesMax: 0 })
  let isFull = true
  return {
    ...log,
    append: (...args) => {
      const target = isFull ? fullLog : log
      isFull = false
      return target.append(...args)
    },
  }
}
