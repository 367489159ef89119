import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { startSlack } from '../../../../../test/support/slack-stand-in.js'
import { createTestMessage } from '../../../src/notifications/messages/outgoing-message.js'
import { createMailer } from '../../../src/notifications/kinds/email/mailer.js'
import { readRetryAfter } from '../../../src/notifications/delivery/send-outcome.js'
import { signWebhook } from '../../../src/notifications/kinds/webhook/send-to-webhook.js'
import { startMailReceiver, type MailReceiver } from '../../support/mail-receiver.js'
import { NoticeWorld } from '../../support/notice-world.js'

const now = Date.UTC(2026, 0, 1)

describe('Retry-After', () => {
  const cases: [text: string | undefined, ms: number | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['0', 0],
    ['30', 30_000],
    ['99999999999', 3_600_000],
    [new Date(now + 45_000).toUTCString(), 45_000],
    [new Date(now - 45_000).toUTCString(), 0],
    [new Date(now + 86_400_000).toUTCString(), 3_600_000],
  ]
  for (const [text, ms] of cases) {
    it(`${text === undefined ? 'that is missing' : `of ${JSON.stringify(text)}`} gives ${ms === undefined ? 'no pause' : `a pause of ${ms} ms`}`, () => {
      expect(readRetryAfter(text, now)).to.equal(ms)
    })
  }
})

describe('a webhook', () => {
  it('is signed over id, time and body, with a Standard Webhooks key', () => {
    const key = Buffer.from('0123456789abcdef0123456789abcdef')
    const signed = { id: 'msg_1', timestamp: '1767225600', body: '{"a":1}' }
    const expected = createHmac('sha256', key).update('msg_1.1767225600.{"a":1}').digest('base64')
    expect(signWebhook(`whsec_${key.toString('base64')}`, signed)).to.equal(`v1,${expected}`)
    expect(signWebhook(key.toString(), signed)).to.equal(`v1,${expected}`)
  })

  it('has the same id when sent again, and a new time', async () => {
    const world = new NoticeWorld()
    const receiver = await startSlack()
    world.createChannel({ kind: 'webhook', url: receiver.url, secret: 'key' })
    receiver.conducts.push('reset-after')
    await world.sight()
    await world.advance(60_000)
    const headers = receiver.delivered.map(({ headers: sent }) => sent)
    expect(headers).to.have.length(2)
    expect(headers[0]?.['webhook-id']).to.equal(headers[1]?.['webhook-id'])
    expect(headers[0]?.['webhook-id']).to.equal(world.notices()[0]?.message_id)
    for (const { body, headers: sent } of receiver.delivered) {
      const signed = {
        id: String(sent['webhook-id']),
        timestamp: String(sent['webhook-timestamp']),
        body: JSON.stringify(body),
      }
      expect(sent['webhook-signature']).to.equal(signWebhook('key', signed))
    }
    expect(receiver.delivered[0]?.body).to.have.nested.property('data.issue.title', 'Error 1')
    world.close()
    await receiver.close()
  })
})

describe('email', () => {
  let receiver: MailReceiver

  before(async () => {
    receiver = await startMailReceiver()
  })
  after(() => receiver.close())
  beforeEach(() => {
    receiver.received.length = 0
    receiver.refusal = undefined
  })

  const send = async (smtpUrl = receiver.url) => {
    const mailer = createMailer({
      smtp: { url: smtpUrl, from: 'Signalbox <signalbox@example.com>' },
      publicUrl: 'https://signalbox.example.com',
    })
    const message = createTestMessage('message-1', { id: 'p', name: 'shop' })
    const outcome = await mailer.send('ann@example.com', { message, now, signal: new AbortController().signal })
    mailer.close()
    return outcome
  }

  it('is sent to its recipient as text and HTML, with its message id', async () => {
    expect(await send()).to.include({ isDelivered: true })
    const [mail = ''] = receiver.received
    for (const line of [
      'To: ann@example.com',
      'Message-ID: <message-1@signalbox.example.com>',
      'Auto-Submitted: auto-generated',
      'Subject: [Signalbox] Test',
    ]) {
      expect(mail).to.include(line)
    }
    expect(mail).to.include('text/plain').and.include('text/html')
  })

  it('is dropped if the recipient is unknown, and retried if the server is busy', async () => {
    receiver.refusal = { code: 550, message: 'no such user' }
    expect(await send()).to.include({ isDelivered: false, isFinal: true, mayHaveArrived: false })
    receiver.refusal = { code: 451, message: 'busy' }
    expect(await send()).to.include({ isDelivered: false, isFinal: false, mayHaveArrived: false })
    expect(receiver.received).to.deep.equal([])
  })

  it('has not arrived if nobody listens', async () => {
    expect(await send('smtp://127.0.0.1:1')).to.include({ isDelivered: false, isFinal: false, mayHaveArrived: false })
  })

  it('is impossible without a mail server', async () => {
    const mailer = createMailer({ smtp: undefined, publicUrl: 'https://signalbox.example.com' })
    const message = createTestMessage('message-1', { id: 'p', name: 'shop' })
    const outcome = await mailer.send('ann@example.com', { message, now, signal: new AbortController().signal })
    expect(outcome).to.include({ isDelivered: false, isFinal: false })
  })
})
