import type { Browser, Page } from 'playwright-core'
import { startSignalbox, type SignalboxProcess } from '../../../support/signalbox-process.js'
import { collectComplaints, join, openBrowser, openPage } from './open-browser.js'
import { seedShop, type Shop } from './seed-shop.js'

/** The people that tests sign in as, by role. */
const people = { owner: 'ada@example.com', member: 'bea@example.com', viewer: 'vic@example.com' }

/** What a test of the shop's issues works with. */
export interface ShopScene {
  signalbox: SignalboxProcess
  shop: Shop
  browser: Browser | undefined
  page: Page
  /** The page's complaints so far. */
  complaints: string[]
}

/**
 * Registers hooks that start an installation with the shop's issues and three members, and open a page for each test.
 * @param onPage is called before each test with a new page.
 */
export function setUpShop(onPage: (scene: ShopScene) => void): void {
  let signalbox: SignalboxProcess
  let shop: Shop
  let browser: Browser | undefined
  let page: Page

  before(async function () {
    browser = await openBrowser()
    if (!browser) this.skip()
    signalbox = await startSignalbox()
    for (const [role, email] of Object.entries(people)) await join(signalbox, role, email)
    shop = await seedShop(signalbox)
  })
  after(async () => {
    await browser?.close()
    await signalbox.dispose()
  })
  beforeEach(async () => {
    page = await openPage(browser)
    onPage({ signalbox, shop, browser, page, complaints: collectComplaints(page) })
  })
  afterEach(() => page.context().close())
}
