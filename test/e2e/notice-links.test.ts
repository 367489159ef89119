import type { ChannelKind } from '@signalbox/contracts'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { startMailReceiver, type MailReceiver } from '../../services/control-plane/test/support/mail-receiver.js'
import { eventually } from '../support/eventually.js'
import { envelopeUrl, eventEnvelope, readDsnTarget } from '../support/post-envelope.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'
import { startSlack, type SlackStandIn } from '../support/slack-stand-in.js'
import { newEventId } from '../support/telemetry.js'
import { TestBrowser } from '../support/test-browser.js'
import { openBrowser, signIn } from './web/support/open-browser.js'

const publicUrl = 'https://signalbox.test'
const title = 'the card of everybody is declined'
const ruleName = 'any error at all'
const channelsPath = '/api/v1/telemetry/projects/1/notification-channels/'

/** Links to the installation in what a receiver got. */
function findLinks(text: string): string[] {
  return text.match(/https:\/\/signalbox\.test\/[\w/?=&;%#.-]*/g)?.map((link) => link.replaceAll('&amp;', '&')) ?? []
}

/** Mails wrap lines and encode equals signs. */
function decodeMail(mail: string): string {
  return mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')
}

describe('links in notifications about new issues and alerts', function () {
  this.timeout(180_000)
  let signalbox: SignalboxProcess
  let receiver: SlackStandIn
  let mails: MailReceiver
  let browser: Browser | undefined

  before(async function () {
    browser = await openBrowser()
    if (browser === undefined) this.skip()
    receiver = await startSlack()
    mails = await startMailReceiver()
    const env = {
      SIGNALBOX_PUBLIC_URL: publicUrl,
      SIGNALBOX_OUTBOUND_ALLOW: '127.0.0.1/32',
      SIGNALBOX_SMTP_URL: mails.url,
      SIGNALBOX_SMTP_FROM: 'signalbox@example.com',
    }
    signalbox = await startSignalbox({ env })
  })
  after(async () => {
    await browser?.close()
    await signalbox.dispose()
    await receiver.close()
    await mails.close()
  })

  const create = async (path: string, body: object) => {
    const answer = await signalbox.call('POST', path, body)
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201)
    return answer.body as Record<string, string>
  }

  const postedTo = (place: string) => JSON.stringify(receiver.delivered.filter(({ path }) => path.startsWith(place)))
  /** Everything each kind of channel received, as one text. */
  const received = (): Record<ChannelKind, string> => ({
    email: mails.received.map(decodeMail).join('\n'),
    slack: postedTo('/services/'),
    discord: postedTo('/discord'),
    teams: postedTo('/teams'),
    webhook: postedTo('/webhook'),
  })

  it('open the page of their subject, for every kind of channel', async () => {
    const channels = channelsPath
    await create(channels, { kind: 'email', to: 'ada@example.com' })
    await create(channels, { kind: 'slack', webhook_url: receiver.webhookUrl })
    await create(channels, { kind: 'discord', webhook_url: `${receiver.url}/discord` })
    await create(channels, { kind: 'teams', webhook_url: `${receiver.url}/teams` })
    await create(channels, { kind: 'webhook', url: `${receiver.url}/webhook` })
    const { link = '' } = await create('/api/v1/organization/invitations/', { role: 'owner' })
    await new TestBrowser(signalbox.url).accept(link, 'ada@example.com')

    const { projects } = await signalbox.get<{ projects: { dsn: string }[] }>('/api/v1/telemetry/projects/')
    const target = readDsnTarget(projects[0]?.dsn ?? '')
    const event = { event_id: newEventId(), message: title, level: 'error', timestamp: Date.now() / 1_000 }
    const sent = await fetch(envelopeUrl(signalbox.url, target), { method: 'POST', body: eventEnvelope(event) })
    expect(sent.status).to.equal(200)
    await eventually(
      () => {
        for (const text of Object.values(received())) expect(text).to.contain(title)
      },
      { withinMs: 40_000, everyMs: 250 },
    )

    await openAll(linksTo('/issues'), title)
  })

  it('open the page of a firing alert, for every kind of channel', async () => {
    const { channels } = await signalbox.get<{ channels: { id: string }[] }>(channelsPath)
    const rule = { name: ruleName, kind: 'error_rate', value: 0, channel_ids: channels.map(({ id }) => id) }
    await create('/api/v1/alerts/rules/', rule)
    await eventually(
      () => {
        for (const text of Object.values(received())) expect(text).to.contain(ruleName)
      },
      { withinMs: 90_000, everyMs: 250 },
    )
    await openAll(linksTo('/alerts'), ruleName)
  })

  it('lead to a not-found page if the subject does not exist', async () => {
    const page = await (browser ?? expect.fail('there is no browser')).newPage()
    await signIn(page, `${signalbox.url}/issues`, 'ada@example.com')
    await page.goto(`${signalbox.url}/no/such/page`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.goto(`${signalbox.url}/issues/0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e`)
    await page.locator('main').getByText('There is no issue').waitFor()
  })

  /** Links to a page or below it in what each kind of channel received; each kind must have one. */
  function linksTo(place: string): ReadonlySet<string> {
    const found = Object.entries(received()).map(([kind, text]) => {
      const links = findLinks(text).filter((link) => new URL(link).pathname.startsWith(place))
      expect(links, kind).to.not.deep.equal([])
      return links
    })
    return new Set(found.flat())
  }

  async function openAll(links: ReadonlySet<string>, text: string): Promise<void> {
    const page = await (browser ?? expect.fail('there is no browser')).newPage()
    await signIn(page, `${signalbox.url}/issues`, 'ada@example.com')
    for (const link of links) {
      const refused: string[] = []
      page.removeAllListeners('response')
      page.on('response', (response) => {
        if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
      })
      const { pathname, search, hash } = new URL(link)
      await page.goto(`${signalbox.url}${pathname}${search}${hash}`)
      const shown = page.locator('main').getByText(text).first()
      await shown.waitFor()
      expect(refused, link).to.deep.equal([])
    }
  }
})
