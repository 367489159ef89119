import { existsSync } from 'node:fs'
import type { SessionLease } from '@signalbox/service-kit'
import { expect } from 'chai'
import { chromium, type Browser, type Page } from 'playwright-core'
import { recordedStep, sampleReport, sampleUsage } from '../../services/control-plane/test/support/session-samples.js'
import {
  serveControlPlane,
  type ServedControlPlane,
} from '../../services/control-plane/test/support/served-control-plane.js'
import { testPassword } from '../support/test-browser.js'

const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const hostile = '<img src=x onerror="document.title=\'taken over\'"><script>document.title="taken over"</script>'

describe('the pages in Chromium', () => {
  let served: ServedControlPlane | undefined
  let browser: Browser | undefined
  let page: Page
  /** What the browser found wrong: refused scripts, failed requests, errors nobody caught. */
  const complaints: string[] = []

  before(async function () {
    this.timeout(60_000)
    if (!existsSync(chromiumPath) && process.env['CI'] !== 'true') {
      console.warn(`Left out the browser: ${chromiumPath} is missing (apt-get install chromium, or set CHROMIUM_PATH)`)
      this.skip()
    }
    served = await serveControlPlane()
    await served.join('member', 'ada@example.com')
    await served.join('viewer', 'vic@example.com')
    browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    })
  })
  after(async () => {
    await browser?.close()
    await served?.close()
  })
  beforeEach(async () => {
    complaints.length = 0
    page = await (await browser!.newContext()).newPage()
    page.setDefaultTimeout(15_000)
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('status of 4')) complaints.push(message.text())
    })
  })
  afterEach(() => page.context().close())

  const start = async (prompt: string, key?: string) => {
    const { body } = await served!.call('POST', '/api/v1/agent/sessions/', { prompt }, key)
    return body as { session_id: string; url: string }
  }
  const claim = async (): Promise<SessionLease> => {
    const [claimed] = await served!.controlPlane.sessionWork.claimSessions({ owner: 'w', leaseMs: 60_000, max: 1 })
    if (!claimed) throw new Error('there is no session to claim')
    return claimed.lease
  }
  const signIn = async (email: string, password = testPassword) => {
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
  }

  it('sign in, come back to a session, show its steps as they are done and its report, all text as text', async () => {
    const { url } = await start(hostile)
    await page.goto(`${served!.url}${url}`)
    await page.waitForURL(/\/sign-in\?return_to=/)
    await signIn('ada@example.com', 'not the password')
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    await signIn('ada@example.com')
    await page.waitForURL(`${served!.url}${url}`)
    await page.getByText(hostile, { exact: true }).waitFor()
    await page.getByText('active', { exact: true }).waitFor()

    const lease = await claim()
    const work = served!.controlPlane.sessionWork
    const { step, results } = recordedStep(1)
    await work.appendStep(lease, { step: { ...step, text: hostile }, results }, sampleUsage)
    await page.getByText(`look: ${hostile}`).waitFor()
    const claimed = { text: hostile, evidence_ids: ['e1'], assertion: [], status: 'verified' as const }
    const report = { ...sampleReport, summary: hostile, claims: [claimed] }
    await work.endTurn(lease, { status: 'completed', report })
    await page.getByText('completed', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Report inconclusive' }).waitFor()

    // By keyboard alone: from the claim to its evidence.
    await page.getByRole('link', { name: 'e1' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'e1: 1 rows' }).waitFor()
    expect(await page.evaluate('document.activeElement.id')).to.equal('evidence-e1')
    expect(await page.title()).to.equal('Agent session · Signalbox')
    expect(await page.locator('main img, main script').count()).to.equal(0)
    expect(complaints).to.deep.equal([])
  }).timeout(60_000)

  it('let whoever may cancel a session do so, and nobody else', async () => {
    const { url } = await start('Look')
    await page.goto(`${served!.url}/sign-in?return_to=${url}`)
    await signIn('vic@example.com')
    await page.getByText('active', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Cancel the session' }).count()).to.equal(0)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${served!.url}/sign-in`)
    await page.goto(`${served!.url}/sign-in?return_to=${url}`)
    await signIn('ada@example.com')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Cancel the session' }).click()
    await page.getByText('cancelled', { exact: true }).waitFor()
    expect(complaints).to.deep.equal([])
  }).timeout(60_000)

  it('go nowhere but to pages of the installation, whatever the address asks for', async () => {
    for (const bad of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
    ]) {
      await page.context().clearCookies()
      await page.goto(`${served!.url}/sign-in?return_to=${encodeURIComponent(bad)}`)
      await signIn('vic@example.com')
      await page.waitForURL(`${served!.url}/issues`)
      await page.getByRole('heading', { name: 'Issues' }).waitFor()
    }
  }).timeout(60_000)

  it('say that a session is not there, for ids that nobody has and those of others alike', async () => {
    await page.goto(`${served!.url}/sign-in`)
    await signIn('vic@example.com')
    await page.getByRole('heading', { name: 'Issues' }).waitFor()
    const texts: string[] = []
    for (const id of ['0192f3a0-0000-7000-8000-000000000001', 'nonsense']) {
      await page.goto(`${served!.url}/agents/${id}`)
      await page.getByRole('heading', { name: 'Not found' }).waitFor()
      texts.push(await page.locator('main').innerText())
    }
    expect(texts[0]).to.equal(texts[1])
  }).timeout(60_000)

  it('say when the connection is lost, and go on where they were when it is there again', async () => {
    const { session_id: id, url } = await start('Look')
    const path = `**/api/v1/agent/sessions/${id}/events/`
    await page.goto(`${served!.url}/sign-in?return_to=${url}`)
    await page.route(path, (route) => route.abort('connectionrefused'))
    await signIn('ada@example.com')
    await page.getByText('The connection is lost.').waitFor()
    const lease = await claim()
    await served!.controlPlane.sessionWork.appendStep(lease, recordedStep(1), sampleUsage)
    await page.unroute(path)
    await page.getByText('Connected again.').waitFor()
    await page.getByText('look: Step 1').waitFor()
    await served!.controlPlane.sessionWork.endTurn(lease, { status: 'failed', reason: 'It broke' })
    await page.getByText('It broke').waitFor()
    expect(await page.locator('main ol > li').count()).to.equal(1)
  }).timeout(60_000)
})
