import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { startSignalbox, type SignalboxProcess } from '../../support/signalbox-process.js'
import {
  collectComplaints,
  expectAccessible,
  join,
  openBrowser,
  openPage,
  signIn,
  takePictures,
} from './support/open-browser.js'
import { seedShop } from './support/seed-shop.js'

describe('saved views of issues in Chromium', function () {
  this.timeout(120_000)
  let signalbox: SignalboxProcess
  let browser: Browser | undefined
  let page: Page
  let complaints: string[]

  before(async function () {
    browser = await openBrowser()
    if (!browser) this.skip()
    signalbox = await startSignalbox()
    for (const [role, email] of [
      ['member', 'mel@example.com'],
      ['viewer', 'vic@example.com'],
    ]) {
      await join(signalbox, role!, email!)
    }
    await seedShop(signalbox)
  })
  after(async () => {
    await browser?.close()
    await signalbox.dispose()
  })
  beforeEach(async () => {
    page = await openPage(browser)
    complaints = collectComplaints(page)
  })
  afterEach(() => page.context().close())

  const open = (path: string, email: string, on = page) => signIn(on, `${signalbox.url}${path}`, email)
  const tab = (name: RegExp, on = page) =>
    on.getByRole('navigation', { name: 'Issue views' }).getByRole('link', { name })
  const choose = async (item: RegExp) => {
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  it('are saved on the server, open the list if chosen, and are visible to others once shared', async () => {
    await open('/issues?query=level:warning&sort=users', 'mel@example.com')
    await page.getByRole('row').filter({ hasText: 'ValidationError' }).waitFor()
    await choose(/^Save this search/)
    const dialog = page.getByRole('dialog', { name: 'Save this search' })
    await dialog.getByLabel('Name').fill('Warnings')
    await dialog.getByLabel('Open Issues with this view').check()
    await expectAccessible(page)
    await takePictures(page, 'save-view')
    await page.keyboard.press('Enter')
    await tab(/^Warnings/).waitFor()
    await tab(/^Warnings/)
      .and(page.locator('[aria-current]'))
      .waitFor()

    // Another browser of the same person: an address without a search opens the view.
    const elsewhere = await openPage(browser)
    await open('/issues', 'mel@example.com', elsewhere)
    await elsewhere.waitForURL(/query=level:warning&sort=users|sort=users&query=level:warning/)
    await tab(/^Unresolved/, elsewhere).click()
    await elsewhere.waitForURL(/query=is:unresolved/)
    await elsewhere.getByRole('row').filter({ hasText: 'PoolTimeoutError' }).waitFor()
    await elsewhere.context().close()

    await choose(/^Share “Warnings”/)
    await page.getByText('Shared “Warnings”').first().waitFor()
    await choose(/^Rename/)
    await page.getByRole('dialog').getByLabel('Name').fill('All warnings')
    await page.keyboard.press('Enter')
    await tab(/^All warnings/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: /^All warnings.*shared, opens/ }).waitFor()
    await takePictures(page, 'views')

    const viewer = await openPage(browser)
    await open('/issues', 'vic@example.com', viewer)
    await tab(/^All warnings/, viewer).click()
    await viewer.waitForURL(/query=level:warning/)
    await viewer.getByRole('button', { name: 'Saved views' }).click()
    const rename = viewer.getByRole('menuitem', { name: /^Rename “All warnings”/ })
    expect(await rename.getAttribute('title')).to.contain('You are a viewer')
    expect(await rename.getAttribute('aria-disabled')).to.equal('true')
    await viewer.context().close()
    expect(complaints).to.deep.equal([])
  })

  it('are replaced by name, and can be restored after deletion', async () => {
    await open('/issues?query=level:error', 'mel@example.com')
    await choose(/^Save this search/)
    await page.getByRole('dialog').getByLabel('Name').fill('Errors')
    await page.keyboard.press('Enter')
    await tab(/^Errors/).waitFor()
    await page.goto(`${signalbox.url}/issues?query=level:error+is:unresolved`)
    await tab(/^Errors/).waitFor()
    await choose(/^Save this search/)
    await page.getByRole('dialog').getByLabel('Name').fill('Errors')
    await page.getByRole('button', { name: 'Replace “Errors”' }).click()
    await tab(/^Errors/)
      .and(page.locator('[aria-current]'))
      .waitFor()
    await choose(/^Delete “Errors”/)
    await tab(/^Errors/).waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await tab(/^Errors/).waitFor()
    // Someone else's change in the meantime is reported, and nothing is lost.
    const { body } = await signalbox.call('POST', '/api/v1/issue-views/', { name: 'Ours', query: '', is_shared: true })
    expect(body).to.have.property('id')
    await choose(/^Rename/)
    await page.getByRole('dialog').getByLabel('Name').fill('Warnings of mel')
    await page.keyboard.press('Enter')
    await tab(/^Warnings of mel/).waitFor()
    await choose(/^Share “Warnings of mel”/)
    await page.getByText('Shared “Warnings of mel”').first().waitFor()
    await choose(/^Rename/)
    await page.getByRole('dialog').getByLabel('Name').fill('Ours')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('The organization already has a view “Ours”').waitFor()
    expect(complaints).to.deep.equal([])
  })
})
