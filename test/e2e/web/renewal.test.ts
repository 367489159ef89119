import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { startSignalbox, type SignalboxProcess } from '../../support/signalbox-process.js'
import { join, openBrowser, openPage, signIn } from './support/open-browser.js'
import { seedShop } from './support/seed-shop.js'

describe('revisited lists in Chromium', function () {
  this.timeout(120_000)
  let signalbox: SignalboxProcess
  let browser: Browser | undefined
  let page: Page

  before(async function () {
    browser = await openBrowser()
    if (!browser) this.skip()
    signalbox = await startSignalbox()
    await join(signalbox, 'owner', 'ada@example.com')
    await seedShop(signalbox)
  })
  after(async () => {
    await browser?.close()
    await signalbox.dispose()
  })
  beforeEach(async () => {
    page = await openPage(browser)
  })
  afterEach(() => page.context().close())

  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const open = (path: string) => signIn(page, `${signalbox.url}${path}`, 'ada@example.com')
  /** From here on, an address gets no response: the page shows cached data. */
  const hold = (address: RegExp) => page.route(address, () => undefined)
  const loading = () => page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor({ state: 'attached' })

  it('never show an issue again that was resolved on its own page', async () => {
    await open('/issues')
    await row('KeyError').getByRole('link').click()
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    await page
      .getByText(/^Resolved CHECKOUT-\d+$/)
      .first()
      .waitFor()
    await hold(/\/api\/v1\/issues\/\?.*limit=100/)
    await page.getByRole('banner').getByRole('link', { name: 'Issues' }).click()
    await loading()
    expect(await row('KeyError').count()).to.equal(0)
  })

  it('never show an issue again, under any tab, that was archived in another', async () => {
    const tab = (name: RegExp) => page.getByRole('navigation', { name: 'Issue views' }).getByRole('link', { name })
    await open('/issues')
    await row('ChunkLoadError').waitFor()
    await tab(/^New today/).click()
    await page.waitForURL(/age:-24h/)
    await row('ChunkLoadError').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByRole('menuitem').first().click()
    await row('ChunkLoadError').waitFor({ state: 'detached' })
    await hold(/\/api\/v1\/issues\/\?query=is%3Aunresolved&.*limit=100/)
    await tab(/^Unresolved/).click()
    await page.waitForURL((url) => url.searchParams.get('query') === 'is:unresolved')
    expect(await row('ChunkLoadError').count()).to.equal(0)
  })

  it('show a session that was just started, with their filter in the address', async () => {
    await open('/agents')
    await page.getByText('No sessions yet.').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Ask a question' }).first().click()
    await page.getByLabel('What do you want to know?').fill('Why is the shop slow?')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/agents\/[0-9a-f-]{36}$/)
    await hold(/\/api\/v1\/agent\/sessions\/\?page=/)
    await page.getByRole('banner').getByRole('link', { name: 'Agents' }).click()
    await loading()
    expect(await page.getByText('No sessions yet.').count()).to.equal(0)
    await page.unrouteAll()
    await page.getByRole('link', { name: /Why is the shop slow/ }).waitFor()
    await page.getByRole('button', { name: 'Deployments' }).click()
    await page.waitForURL(/origin=deployment/)
    await page.getByText('No sessions of this kind yet.').waitFor()
    await page.reload()
    await page.getByText('No sessions of this kind yet.').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: /Why is the shop slow/ }).waitFor()
  })
})
