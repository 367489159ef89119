import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { startSlack, type SlackConduct, type SlackStandIn } from '../../../../../test/support/slack-stand-in.js'
import { crashAtRandom } from '../../support/crashing-store.js'
import { NoticeWorld } from '../../support/notice-world.js'

const minute = 60_000

describe('the outbox', () => {
  let world: NoticeWorld
  let slack: SlackStandIn

  beforeEach(async () => {
    world = new NoticeWorld()
    slack = await startSlack()
  })
  afterEach(async () => {
    world.close()
    await slack.close()
  })

  const byWebhook = () => world.createChannel({ kind: 'slack', webhook_url: slack.webhookUrl })
  const byBot = () =>
    world.createChannel({ kind: 'slack', channel: '#shop', bot_token: 'xoxb-token', api_url: slack.apiUrl })
  const textsOf = () => slack.delivered.map(({ body }) => String(body['text']))

  it('announces a new error once, a moment after it was first seen', async () => {
    const channel = byWebhook()
    await world.sight()
    await world.advance(1_500)
    expect(slack.delivered).to.deep.equal([])
    await world.advance(1_500)
    expect(textsOf()).to.deep.equal(['New issue in shop: Error 1'])
    await world.record([world.sighting(1)])
    await world.advance(10 * minute)
    expect(slack.requests).to.equal(1)
    const [notice] = world.notices()
    expect(notice).to.include({ kind: 'issue_created', state: 'sent', attempts: 1, possible_duplicate: 0, fault: null })
    expect(world.channel(channel.id)).to.deep.include({ fault: null, failures: 0, last_success_at: notice?.sent_at })
  })

  it('announces each regression of an issue once', async () => {
    byWebhook()
    await world.sight()
    await world.advance(5_000)
    const [issue] = world.issues()
    if (!issue) throw new Error('there is no issue')
    const cameBackAt = world.now
    world.regress(issue, cameBackAt)
    world.regress(issue, cameBackAt)
    await world.advance(5_000)
    world.regress(issue, cameBackAt)
    await world.advance(5_000)
    world.regress(issue, cameBackAt + 5_000)
    await world.advance(5_000)
    expect(textsOf()).to.deep.equal([
      'New issue in shop: Error 1',
      'Issue regressed in shop: Error 1',
      'Issue regressed in shop: Error 1',
    ])
  })

  it('sends the same through a bot, with its token, to its channel', async () => {
    byBot()
    await world.sight()
    await world.advance(5_000)
    const [message] = slack.delivered
    expect(message?.path).to.equal('/api/chat.postMessage')
    expect(message?.headers.authorization).to.equal('Bearer xoxb-token')
    expect(message?.body).to.include({ channel: '#shop', text: 'New issue in shop: Error 1', link_names: false })
  })

  describe('delivers once each', () => {
    const hitches: [what: string, conducts: SlackConduct[], requests: number][] = [
      ['429 with Retry-After', [{ status: 429, retryAfter: '30' }], 2],
      ['429 without it', [{ status: 429 }], 2],
      ['500 twice', [{ status: 500 }, { status: 500 }], 3],
      ['a connection that breaks before the message counts', ['reset-before', 'reset-before'], 3],
    ]
    for (const [what, conducts, requests] of hitches) {
      for (const kind of ['webhook', 'bot']) {
        it(`to a ${kind} despite ${what}`, async () => {
          if (kind === 'webhook') byWebhook()
          else byBot()
          slack.conducts.push(...conducts)
          await world.sight()
          await world.advance(2 * minute)
          expect(slack.delivered).to.have.length(1)
          expect(slack.requests).to.equal(requests)
          expect(world.notices()[0]).to.include({ state: 'sent', attempts: requests })
        })
      }
    }

    it('to a webhook whose response never ends, because its status is enough', async () => {
      byWebhook()
      slack.conducts.push('slow-body')
      await world.sight()
      await world.advance(2 * minute)
      expect(slack.delivered).to.have.length(1)
      expect(world.notices()[0]).to.include({ state: 'sent', attempts: 1 })
    })
  })

  it('waits as long as Retry-After says, in seconds or as a date', async () => {
    const channel = byWebhook()
    slack.conducts.push({ status: 429, retryAfter: '30' })
    await world.sight()
    await world.advance(3_000)
    expect(slack.requests).to.equal(1)
    const refusedAt = world.notices()[0]?.last_attempt_at ?? 0
    expect(world.channel(channel.id)).to.include({ next_at: refusedAt + 30_000, fault: 'Slack answered 429' })
    slack.conducts.push({ status: 503, retryAfter: new Date(refusedAt + 90_000).toUTCString() })
    await world.advance(refusedAt + 89_000 - world.now)
    expect(slack.requests).to.equal(2)
    await world.advance(3_000)
    expect(slack.delivered).to.have.length(1)
  })

  describe('marks as a possible duplicate', () => {
    for (const [conduct, what] of [
      ['silent', 'without responding'],
      ['reset-after', 'and then reset the connection'],
    ] as const) {
      it(`a message that a receiver accepted ${what}`, async () => {
        byWebhook()
        slack.conducts.push(conduct)
        await world.sight()
        await world.advance(minute)
        expect(slack.delivered).to.have.length(2)
        expect(world.notices()[0]).to.include({ state: 'sent', attempts: 2, possible_duplicate: 1 })
      })
    }
    it('a message to a bot whose response never ends, because only the body confirms it', async () => {
      byBot()
      slack.conducts.push('slow-body')
      await world.sight()
      await world.advance(minute)
      expect(world.notices()[0]).to.include({ state: 'sent', attempts: 2, possible_duplicate: 1 })
    })
  })

  describe('gives up', () => {
    for (const error of ['channel_not_found', 'invalid_auth', 'is_archived', 'token_revoked']) {
      it(`immediately if Slack responds ${error}, raises a warning and shows it on the channel`, async () => {
        const channel = byBot()
        slack.conducts.push({ error })
        await world.sight()
        await world.advance(minute)
        expect(slack.requests).to.equal(1)
        expect(world.notices()[0]).to.include({ state: 'dead', fault: `Slack says ${error}` })
        expect(world.channel(channel.id)).to.include({ fault: `Slack says ${error}` })
        expect(world.attempts).to.deep.equal(['slack dead'])
        expect(world.alarms).to.deep.equal(['notification could not be delivered; giving up'])
      })
    }
    for (const status of [404, 410]) {
      it(`immediately if a webhook responds ${status}`, async () => {
        world.createChannel({ kind: 'webhook', url: slack.url })
        slack.conducts.push({ status })
        await world.sight()
        await world.advance(minute)
        expect(world.notices()[0]).to.include({ state: 'dead', attempts: 1 })
      })
    }
    it('after a day, with increasing pauses', async () => {
      byWebhook()
      slack.conducts.push(...Array.from({ length: 1_000 }, () => ({ status: 500 })))
      await world.sight()
      await world.advance(limits.notification.deadMs - 20 * minute, minute)
      expect(world.notices()[0]).to.include({ state: 'waiting' })
      await world.advance(40 * minute, minute)
      expect(world.notices()[0]).to.include({ state: 'dead', fault: 'Slack answered 500' })
      expect(slack.requests).to.be.within(50, 110)
      expect(world.alarms).to.have.length(1)
    })
  })

  it('probes a failing channel with one message, and sends everything that accumulated as one', async () => {
    byWebhook()
    slack.conducts.push(...Array.from({ length: 6 }, () => ({ status: 500 })))
    await world.sight()
    await world.advance(10_000)
    for (let burst = 0; burst < 10; burst += 1) {
      await world.sight(3)
      await world.advance(10_000)
    }
    expect(slack.requests).to.be.below(6)
    await world.advance(10 * minute, 2_000)
    expect(textsOf()).to.deep.equal(['New issue in shop: Error 1', '30 new issues in shop'])
    expect(world.notices(undefined, 'sent')).to.have.length(31)
  })

  it('sends one message a second to a Slack channel, in order', async () => {
    byWebhook()
    const times: number[] = []
    slack.onRequest = () => times.push(world.now)
    await world.sight(5)
    await world.advance(20_000, 100)
    expect(textsOf()).to.deep.equal([1, 2, 3, 4, 5].map((number) => `New issue in shop: Error ${number}`))
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    for (const gap of gaps) expect(gap).to.be.at.least(1_000)
  })

  it('does not let a slow channel delay another, and limits messages in flight', async () => {
    const slow = await startSlack()
    const { sendsMax } = limits.notification
    for (let count = 0; count < sendsMax - 1; count += 1) {
      world.createChannel({ kind: 'slack', webhook_url: slow.webhookUrl })
      slow.conducts.push('silent')
    }
    byWebhook()
    await world.sight()
    world.outbox.tick()
    world.now += 3_000
    world.outbox.tick()
    const slowOnes = world.outbox.settled()
    while (slack.delivered.length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(slow.requests).to.be.below(sendsMax)
    await slowOnes
    await slow.close()
  })

  it('filters events per channel', async () => {
    const all = byWebhook()
    const webhook_url = slack.webhookUrl
    const severe = world.createChannel({ kind: 'slack', webhook_url, min_level: 'error' })
    const staging = world.createChannel({ kind: 'slack', webhook_url, environments: ['staging'] })
    const returns = world.createChannel({ kind: 'slack', webhook_url, events: ['issue_regressed'] })
    await world.sight(1, { level: 'warning', environment: 'staging' })
    await world.sight(1, { level: 'fatal', environment: 'production' })
    await world.sight(1, { level: 'odd', environment: '' })
    const titles = (id: string) => world.notices(id).map(({ title }) => title)
    expect(titles(all.id)).to.deep.equal(['Error 1', 'Error 2', 'Error 3'])
    expect(titles(severe.id)).to.deep.equal(['Error 2', 'Error 3'])
    expect(titles(staging.id)).to.deep.equal(['Error 1', 'Error 3'])
    expect(titles(returns.id)).to.deep.equal([])
  })

  it('sends nothing about deleted objects, or to a deleted or inactive channel', async () => {
    const gone = byWebhook()
    const inactive = byWebhook()
    await world.sight()
    world.store.notificationChannels.delete(gone.id)
    world.store.notificationChannels.update({ ...world.channel(inactive.id), is_active: 0 })
    await world.advance(minute)
    await world.sight()
    await world.advance(minute)
    expect(slack.requests).to.equal(0)
    expect(world.notices()).to.have.length(1)
  })

  it('lets one of two processes send, and the other take over when it is gone', async () => {
    byWebhook()
    const other = world.createOutbox()
    await world.sight()
    world.outbox.tick()
    world.now += 3_000
    other.tick()
    await other.settled()
    expect(slack.requests).to.equal(0)
    world.now += 20_000
    other.tick()
    await other.settled()
    world.outbox.tick()
    await world.outbox.settled()
    expect(slack.requests).to.equal(1)
  })

  it('does not record the end of an attempt that another process has superseded', async () => {
    byWebhook()
    const other = world.createOutbox()
    await world.sight()
    world.outbox.tick()
    world.now += 3_000
    slack.conducts = [{ status: 503 }, 'ok', 'ok']
    slack.onRequest = () => {
      slack.onRequest = undefined
      // The process paused for so long that another one sent the message, and then it sent it too.
      for (const outbox of [other, world.outbox]) {
        world.now += 20_000
        outbox.tick()
      }
    }
    world.outbox.tick()
    await Promise.all([world.outbox.settled(), other.settled()])
    await world.advance(minute)
    expect(world.notices()[0]).to.include({ state: 'sent', attempts: 3, possible_duplicate: 1 })
    expect(slack.delivered).to.have.length(2)
  })

  it('records the end of an attempt as soon as it can after a database failure, without sending again', async () => {
    byWebhook()
    const plan: { callsLeft: number | undefined } = { callsLeft: undefined }
    const outbox = world.createOutbox(crashAtRandom(world.store, plan))
    await world.sight()
    outbox.tick()
    world.now += 3_000
    slack.onRequest = () => {
      plan.callsLeft = 1
    }
    outbox.tick()
    await outbox.settled()
    expect(world.notices()[0]).to.include({ state: 'sending' })
    plan.callsLeft = undefined
    outbox.tick()
    await outbox.settled()
    expect(world.notices()[0]).to.include({ state: 'sent', possible_duplicate: 0 })
    expect(slack.requests).to.equal(1)
  })

  it('aborts sending on stop, and sends again afterwards', async () => {
    byWebhook()
    await world.sight()
    await world.advance(1_000)
    world.now += 2_000
    slack.conducts.push('silent')
    world.outbox.tick()
    await world.outbox.stop()
    expect(world.outbox.tick()).to.be.above(world.now)
    expect(world.notices()[0]).to.include({ state: 'waiting', possible_duplicate: 1 })
    world.outbox = world.createOutbox()
    await world.advance(minute)
    expect(world.notices()[0]).to.include({ state: 'sent' })
  })

  it('deletes notices and their messages after 30 days', async () => {
    byWebhook()
    await world.sight()
    await world.advance(minute)
    const messageId = world.notices()[0]?.message_id ?? ''
    world.now += limits.notification.retentionDays * 24 * 60 * minute
    world.outbox.tick()
    expect(world.notices()).to.deep.equal([])
    expect(world.store.notices.countByKind(messageId)).to.deep.equal([])
  })
})
