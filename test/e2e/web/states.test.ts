import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import {
  serveControlPlane,
  type ServedControlPlane,
} from '../../../services/control-plane/test/support/served-control-plane.js'
import { expectAccessible, openBrowser, signIn } from './support/open-browser.js'

const list = /\/api\/v1\/deployments\/\?/
const empty = 'No deployments in this range.'

describe('error and loading states in Chromium', function () {
  this.timeout(120_000)
  let served: ServedControlPlane | undefined
  let browser: Browser | undefined
  let page: Page

  before(async function () {
    browser = await openBrowser()
    if (browser === undefined) this.skip()
    served = await serveControlPlane()
    served.time.now = Date.now()
    await served.join('member', 'ada@example.com')
  })
  after(async () => {
    await browser?.close()
    await served?.close()
  })
  beforeEach(async () => {
    page = await (await browser!.newContext({ reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(30_000)
  })
  afterEach(() => page.context().close())

  const open = () => signIn(page, `${served!.url}/deployments`, 'ada@example.com')
  const refuse = (status: number, code: string, detail: string, headers: Record<string, string> = {}) =>
    page.route(list, (route) =>
      route.fulfill({
        status,
        headers,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: detail,
          status,
          code,
          detail,
          request_id: 'request-of-the-test',
        }),
      }),
    )

  it('show the error with the request id, and retry on request', async () => {
    await refuse(503, 'store-unavailable', 'The store is away')
    await open()
    await page.getByText('Couldn’t load this. The store is away.').waitFor()
    await page.getByText('Request request-of-the-test').waitFor()
    await expectAccessible(page)
    await page.unroute(list)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(empty).waitFor()
  })

  it('show a placeholder after a moment, and a note if loading takes long', async () => {
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(list, async (route) => {
      await held
      await route.continue()
    })
    await page.clock.install()
    await open()
    const shape = page.getByRole('main').getByRole('status', { name: 'Loading' })
    await shape.waitFor({ state: 'attached' })
    await page.clock.runFor(300)
    await shape.waitFor()
    await expectAccessible(page)
    expect(await page.getByText('Still loading.').count()).to.equal(0)
    await page.clock.runFor(6_000)
    await page.getByText('Still loading. A shorter range is faster. Last hour').waitFor()
    answer()
    await page.getByText(empty).waitFor()
    expect(await shape.count()).to.equal(0)
  })

  it('explain a missing permission', async () => {
    await refuse(403, 'forbidden', 'This needs changes:read')
    await open()
    await page.getByText('You don’t have access to this.').waitFor()
    await page.getByText('This needs changes:read.').waitFor()
  })

  it('count down after a rate limit, and retry automatically', async () => {
    await refuse(429, 'rate-limited', 'Too many', { 'retry-after': '3' })
    await open()
    await page.getByText('Rate limited. Retrying in').waitFor()
    await page.unroute(list)
    await page.getByText(empty).waitFor()
  })

  it('keep loaded data and mark it as stale', async () => {
    await open()
    await page.getByText(empty).waitFor()
    await refuse(503, 'store-unavailable', 'The store is away')
    await page
      .getByText(/^Stale: last updated/)
      .first()
      .waitFor()
    expect(await page.getByText(empty).count()).to.equal(1)
    await page.unroute(list)
    await page.getByRole('button', { name: 'Refresh now' }).click()
    await page.getByRole('button', { name: 'Refresh now' }).waitFor({ state: 'detached' })
  })

  it('report a lost connection, and resume when it is back', async () => {
    await open()
    await page.getByText(empty).waitFor()
    await page.context().setOffline(true)
    await page
      .getByRole('alert')
      .filter({ hasText: /^No connection to 127\.0\.0\.1/ })
      .waitFor()
    await page.context().setOffline(false)
    await page.getByText(/^No connection to/).waitFor({ state: 'detached' })
  })

  it('announce that unloaded data will be requested when the connection is back', async () => {
    await signIn(page, `${served!.url}/settings/projects/1/intake`, 'ada@example.com')
    await page.getByRole('region', { name: 'Ingestion' }).waitFor()
    await page.context().setOffline(true)
    await page.getByText(/^No connection to/).waitFor()
    await page.getByRole('link', { name: 'Channels' }).click()
    await page.getByText('This loads when the connection is back.').waitFor()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await page.getByText('No notification channels yet.').waitFor()
  })

  it('report an unreachable server on page load, and resume automatically', async () => {
    await open()
    await page.route('**/api/**', (route) => route.abort('connectionrefused'))
    await page.reload()
    await page.getByRole('heading', { name: 'Signalbox isn’t responding' }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByText(empty).waitFor()
  })

  it('show the command that fills an empty list', async () => {
    await open()
    const command = page.getByRole('group', { name: 'Report a deployment' })
    expect(await command.innerText()).to.contain(`${served!.url}/api/v1/deployments/`)
  })
})
