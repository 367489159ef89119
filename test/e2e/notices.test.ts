import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Notice, NotificationChannel } from '@signalbox/contracts'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { readMetric } from '../support/read-metric.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'
import { startSlack, type SlackStandIn } from '../support/slack-stand-in.js'
import { newEventId } from '../support/telemetry.js'

const run = promisify(execFile)
const appFile = fileURLToPath(new URL('./sdk/node-app.mjs', import.meta.url))
const env = { SIGNALBOX_OUTBOUND_ALLOW: '127.0.0.1/32' }

describe('notifications about an application with an unchanged @sentry/node', () => {
  let dataDirectory: string
  let signalbox: SignalboxProcess
  let project: Project
  let slack: SlackStandIn
  let path: string

  before(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'notices-e2e-'))
    slack = await startSlack()
    signalbox = await startSignalbox({ dataDirectory, env })
    project = await signalbox.createProject('shop')
    path = `/api/v1/telemetry/projects/${project.number}/notification-channels/`
    const created = await signalbox.call('POST', path, { kind: 'slack', webhook_url: slack.webhookUrl })
    expect(created.status, JSON.stringify(created.body)).to.equal(201)
    path += `${(created.body as NotificationChannel).id}/notices/`
  })
  after(async () => {
    await signalbox.dispose()
    await slack.close()
    await rm(dataDirectory, { recursive: true, force: true })
  })

  const texts = () => slack.delivered.map(({ body }) => String(body['text']))
  const readNotices = async () => (await signalbox.get<{ notices: Notice[] }>(path)).notices
  const restart = async () => {
    signalbox = await startSignalbox({ dataDirectory, env })
  }
  const sendError = async (message: string) => {
    const eventId = newEventId()
    const event = { event_id: eventId, message, level: 'error', timestamp: Date.now() / 1_000 }
    const res = await fetch(`${signalbox.url}/api/${project.number}/envelope/?sentry_key=${project.publicKey}`, {
      method: 'POST',
      body: `${JSON.stringify({ event_id: eventId })}\n{"type":"event"}\n${JSON.stringify(event)}`,
    })
    expect(res.status).to.equal(200)
  }
  const raiseErrors = () => {
    const dsn = new URL(project.dsn)
    dsn.host = new URL(signalbox.url).host
    return run(process.execPath, [appFile], { env: { ...process.env, SENTRY_DSN: dsn.href } })
  }

  it('arrive within seconds, one per new error', async () => {
    await raiseErrors()
    await eventually(() => expect(slack.delivered).to.have.length(3), { withinMs: 40_000 })
    expect(texts().join('\n')).to.include('card declined for order').and.include('order failed')
    expect(JSON.stringify(slack.delivered.map(({ body }) => body))).to.include('Release: shop@1.2.3')
    await eventually(async () => {
      expect((await readNotices()).map(({ state }) => state)).to.deep.equal(['sent', 'sent', 'sent'])
    })
    const name = 'signalbox_notifications_total'
    await eventually(async () => {
      expect(await readMetric(signalbox.adminUrl, name, 'channel="slack",outcome="sent"')).to.equal(3)
    })
  })

  it('are not repeated when the same errors occur after a restart', async () => {
    expect(await signalbox.stop()).to.equal(0)
    await restart()
    await raiseErrors()
    await sendError('something else entirely')
    await eventually(() => expect(texts()).to.include('New issue in shop: something else entirely'), {
      withinMs: 40_000,
    })
    expect(slack.delivered).to.have.length(4)
  })

  it('are marked as possible duplicates if the process is killed between sending and recording them', async () => {
    slack.conducts.push('silent')
    const killed = new Promise<void>((resolve) => {
      slack.onRequest = () => {
        slack.onRequest = undefined
        void signalbox.kill().then(resolve)
      }
    })
    await sendError('the last one of this process')
    await killed
    await restart()
    await eventually(
      async () => {
        const [newest] = await readNotices()
        expect(newest).to.include({ state: 'sent', attempts: 2, possible_duplicate: true })
      },
      { withinMs: 40_000, everyMs: 200 },
    )
    expect(texts().filter((text) => text.includes('the last one'))).to.have.length(2)
    expect((await readNotices()).filter((notice) => notice.possible_duplicate)).to.have.length(1)
  })
})
