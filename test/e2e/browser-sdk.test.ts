import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { build } from 'esbuild'
import { chromium, type Browser } from 'playwright-core'
import type { ErrorEvent } from '@signalbox/contracts'
import { eventually } from '../support/eventually.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'

const appFile = fileURLToPath(new URL('./sdk/browser-app.mjs', import.meta.url))
const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Serves a page with the bundled application as its script. */
async function servePage(dsn: string): Promise<{ server: Server; url: string }> {
  const bundle = await build({ entryPoints: [appFile], bundle: true, write: false, format: 'iife', minify: true })
  const script = bundle.outputFiles[0]?.text ?? ''
  const server = createServer((req, res) => {
    if (req.url === '/app.js') {
      res.setHeader('content-type', 'text/javascript').end(`window.SENTRY_DSN=${JSON.stringify(dsn)};${script}`)
      return
    }
    res.setHeader('content-type', 'text/html').end('<!doctype html><title>Shop</title><script src="/app.js"></script>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, url: `http://localhost:${typeof address === 'object' ? (address?.port ?? 0) : 0}/` }
}

describe('a page with an unchanged @sentry/browser in Chromium', () => {
  let signalbox: SignalboxProcess | undefined
  let project: Project
  let page: { server: Server; url: string } | undefined
  let browser: Browser | undefined
  let capturedId: string
  let feedbackId: string

  before(async function () {
    if (!existsSync(chromiumPath) && process.env['CI'] !== 'true') {
      console.warn(`Left out the browser: ${chromiumPath} is missing (apt-get install chromium, or set CHROMIUM_PATH)`)
      this.skip()
    }
    signalbox = await startSignalbox()
    project = await signalbox.createProject('shop-web')
    page = await servePage(project.dsn)
    browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    })
    const tab = await browser.newPage()
    await tab.goto(page.url)
    const raised = await tab.evaluate(async () => {
      const window = globalThis as unknown as { capturedId: string; feedbackId: string; flushed: Promise<unknown> }
      await window.flushed
      return { capturedId: window.capturedId, feedbackId: window.feedbackId }
    })
    capturedId = raised.capturedId
    feedbackId = raised.feedbackId
  })
  after(async () => {
    await browser?.close()
    page?.server.close()
    await signalbox?.dispose()
  })

  it('shows caught and uncaught errors, across origins', async () => {
    const events = await eventually(async () => {
      const answer = await signalbox!.get<{ events: ErrorEvent[] }>(
        `/api/v1/telemetry/query/errors/?project_id=${project.id}&since=1h`,
      )
      expect(answer.events).to.have.length(2)
      return answer.events
    })
    const caught = events.find(({ event_id }) => event_id === capturedId)
    expect(caught).to.include({
      exception_type: 'RangeError',
      exception_value: 'cart is locked: book',
      platform: 'javascript',
      sdk_name: 'sentry.javascript.browser',
      release: 'shop-web@5.0.1',
    })
    expect(events.map(({ exception_type }) => exception_type).sort()).to.deep.equal(['RangeError', 'TypeError'])
  })

  it('shows its log entry, its feedback, and the session with an error', async () => {
    const inProject = `project_id=${project.id}&since=1h`
    const read = <T>(path: string) => signalbox!.get<T>(`/api/v1/telemetry/query/${path}/?${inProject}`)
    await eventually(async () => {
      const { logs } = await read<{ logs: Record<string, unknown>[] }>('logs')
      expect(logs).to.have.length(1)
      expect(logs[0]).to.include({ level: 'warn', body: 'cart is slow', release: 'shop-web@5.0.1' })
    })
    await eventually(async () => {
      const { feedback } = await read<{ feedback: Record<string, unknown>[] }>('feedback')
      expect(feedback).to.have.length(1)
      expect(feedback[0]).to.include({ feedback_id: feedbackId, associated_event_id: capturedId })
      expect(feedback[0]).to.include({ message: 'The button does nothing', contact_email: 'ada@example.com' })
    })
    await eventually(async () => {
      type Releases = { releases: { release: string; sessions: { total: number; crashed: number } }[] }
      const { releases } = await read<Releases>('releases')
      expect(releases[0]?.release).to.equal('shop-web@5.0.1')
      // An uncaught error ends a browser's session.
      expect(releases[0]?.sessions).to.include({ total: 1 })
    })
  })

  it("shows its page load's spans", async () => {
    await eventually(async () => {
      const answer = await signalbox!.get<{ total: number }>(`/api/v1/telemetry/query/traces/?project_id=${project.id}`)
      expect(answer.total).to.be.greaterThan(0)
    })
  })
})
