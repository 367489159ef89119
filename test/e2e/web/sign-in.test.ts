import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { recordedStep, sampleUsage } from '../../../services/control-plane/test/support/session-samples.js'
import { startMailReceiver, type MailReceiver } from '../../../services/control-plane/test/support/mail-receiver.js'
import {
  serveControlPlane,
  type ServedControlPlane,
} from '../../../services/control-plane/test/support/served-control-plane.js'
import { eventually } from '../../support/eventually.js'
import { testPassword } from '../../support/test-browser.js'
import { collectComplaints, expectAccessible, openBrowser } from './support/open-browser.js'

describe('signing in with Chromium', function () {
  this.timeout(60_000)
  let served: ServedControlPlane | undefined
  let mails: MailReceiver | undefined
  let browser: Browser | undefined
  let page: Page
  let complaints: string[] = []

  before(async function () {
    browser = await openBrowser()
    if (browser === undefined) this.skip()
    mails = await startMailReceiver()
    served = await serveControlPlane({ notices: { smtp: { url: mails.url, from: 'signalbox@example.com' } } })
    await served.join('member', 'ada@example.com')
    await served.join('member', 'mel@example.com')
  })
  after(async () => {
    await browser?.close()
    await served?.close()
    await mails?.close()
  })
  beforeEach(async () => {
    page = await (await browser!.newContext({ reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(15_000)
    // Telemetry queries fail here: no query service is running.
    complaints = collectComplaints(page, 'status of 5')
  })
  afterEach(() => page.context().close())

  const enter = async (password = testPassword) => {
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
  }
  const start = async () => {
    const { body } = await served!.call('POST', '/api/v1/agent/sessions/', { prompt: 'Look' })
    return body as { session_id: string; url: string }
  }

  it('reports a wrong password, and continues to the requested screen', async () => {
    const { url } = await start()
    await page.goto(`${served!.url}${url}`)
    await enter('not the password')
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    await enter()
    await page.waitForURL((address) => address.pathname === url)
    await page.getByRole('heading', { name: 'Report' }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('lets people reset a forgotten password with a mailed link', async () => {
    await page.goto(`${served!.url}/sign-in`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // The sign-in form has a field of the same name.
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await page.getByLabel('Email address').fill('mel@example.com')
    await page.keyboard.press('Enter')
    await page.getByText(/we sent it a link/).waitFor()
    await expectAccessible(page)
    const token = await eventually(() => {
      const text = mails!.received.at(-1)?.replaceAll('=\r\n', '') ?? ''
      return Promise.resolve(/\/reset-password#([\w-]+)/.exec(text)?.[1] ?? expect.fail('no mail'))
    })
    await page.goto('about:blank')
    await page.goto(`${served!.url}/reset-password#${token}`)
    await page.getByLabel('New password').fill('an easier thing to keep')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Email address').fill('mel@example.com')
    await page.getByLabel('Password').fill('an easier thing to keep')
    await page.keyboard.press('Enter')
    await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'))
    expect(complaints).to.deep.equal([])
  })

  it('only continues to screens of the installation, whatever the address says', async () => {
    for (const bad of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
    ]) {
      await page.context().clearCookies()
      await page.goto(`${served!.url}/sign-in?return_to=${encodeURIComponent(bad)}`)
      await enter()
      await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'))
      expect(new URL(page.url()).origin, bad).to.equal(new URL(served!.url).origin)
    }
  })

  it('shows the same for a nonexistent session and an invalid id', async () => {
    await page.goto(`${served!.url}/sign-in`)
    await enter()
    await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'))
    const texts: string[] = []
    for (const id of ['0192f3a0-0000-7000-8000-000000000001', 'nonsense']) {
      await page.goto(`${served!.url}/agents/${id}`)
      await page.getByRole('main').getByText(id.slice(0, 8)).first().waitFor()
      texts.push((await page.getByRole('main').innerText()).replaceAll(id.slice(0, 8), 'ID'))
    }
    expect(texts[0]).to.equal(texts[1])
  })

  it('keeps showing the steps of a session if its stream is lost', async () => {
    const { session_id: id, url } = await start()
    await page.route(`**/api/v1/agent/sessions/${id}/events/`, (route) => route.abort('connectionrefused'))
    await page.goto(`${served!.url}${url}`)
    await enter()
    await page.getByRole('heading', { name: 'Report' }).waitFor()
    const all = await served!.controlPlane.sessionWork.claimSessions({ owner: 'w', leaseMs: 60_000, max: 10 })
    const claimed = all.find(({ lease }) => lease.sessionId === id)
    if (!claimed) throw new Error('there is no session to claim')
    await served!.controlPlane.sessionWork.appendStep(claimed.lease, recordedStep(1), sampleUsage)
    await page.getByText('Step 1').first().waitFor({ timeout: 30_000 })
    await served!.controlPlane.sessionWork.endTurn(claimed.lease, { status: 'failed', reason: 'It broke' })
    await page.getByText('It broke').first().waitFor({ timeout: 30_000 })
  })
})
