import { expect } from 'chai'
import type { Browser, Locator, Page } from 'playwright-core'
import { startSignalbox, type SignalboxProcess } from '../../support/signalbox-process.js'
import {
  collectComplaints,
  expectAccessible,
  expectFits,
  join,
  openBrowser,
  openPage,
  signIn,
} from './support/open-browser.js'
import { seedShop } from './support/seed-shop.js'

/** Opens something over the page and returns it. */
type Open = (page: Page) => Promise<Locator>

const menu =
  (button: string | RegExp): Open =>
  async (page) => {
    await page.getByRole('button', { name: button, exact: true }).first().click()
    return page.getByRole('menu')
  }
const choice =
  (button: string, item: string): Open =>
  async (page) => {
    await (await menu(button)(page)).getByRole('menuitem', { name: item }).click()
    return page.getByRole('dialog')
  }
const dialog =
  (button: string | RegExp): Open =>
  async (page) => {
    await page.getByRole('button', { name: button, exact: true }).first().click()
    return page.getByRole('dialog')
  }
const keyed =
  (key: string): Open =>
  async (page) => {
    await page.keyboard.press(key)
    return page.getByRole('dialog')
  }
const chosen =
  (open: Open): Open =>
  async (page) => {
    for (const name of ['KeyError', 'ChunkLoadError'])
      await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
    return open(page)
  }
/** Phones show checkboxes only on request. */
const selecting: Open = async (page) => {
  const box = page.getByRole('row').filter({ hasText: 'KeyError' }).getByRole('checkbox')
  expect(await box.isVisible()).to.equal(false)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const { width = 0, height = 0 } = (await box.locator('..').boundingBox()) ?? {}
  expect(Math.min(width, height), 'room for a thumb').to.be.at.least(44)
  await box.check()
  await page.getByText('1 issue selected').waitFor()
  return menu('Archive')(page)
}
const suggestions: Open = async (page) => {
  await page.getByRole('combobox', { name: 'Search issues' }).pressSequentially('is:')
  return page.getByRole('listbox', { name: 'Suggestions' })
}
const toast: Open = async (page) => {
  await page.keyboard.press('j')
  await page.keyboard.press('m')
  return page.getByRole('region', { name: 'Notifications' }).getByText(/^Assigned /)
}
const paletteFromMore: Open = async (page) => {
  await (await dialog('More')(page)).getByRole('button', { name: 'Search or jump to' }).click()
  return page.getByRole('dialog', { name: 'Search or jump to' })
}

/** Everything that can cover the issue list; `narrow` also exists on phones. */
const overList: readonly { name: string; open: Open; isNarrow?: boolean; isWide?: boolean }[] = [
  { name: 'ranges of time', open: menu('Last 24 hours'), isNarrow: true },
  { name: 'start and end', open: keyed('t'), isNarrow: true },
  { name: 'projects', open: menu('All projects'), isNarrow: true },
  { name: 'orders', open: menu('Last seen'), isNarrow: true },
  { name: 'saved views', open: menu('Saved views'), isNarrow: true },
  { name: 'saving a view', open: choice('Saved views', 'Save this search…'), isNarrow: true },
  { name: 'completion of a search', open: suggestions, isNarrow: true },
  { name: 'account', open: menu(/ada@example\.com/) },
  { name: 'palette', open: keyed('Control+k') },
  { name: 'keys', open: keyed('?'), isNarrow: true },
  { name: 'releases to resolve in', open: chosen(menu('Resolve in a release')) },
  { name: 'ways to archive', open: chosen(menu('Archive')) },
  { name: 'owners', open: chosen(menu('Assign')) },
  { name: 'deleting', open: chosen(choice('More', 'Delete…')) },
  { name: 'choosing with a thumb', open: selecting, isNarrow: true, isWide: false },
  { name: 'what was done', open: toast },
  { name: 'more places', open: dialog('More'), isNarrow: true, isWide: false },
  { name: 'palette of a telephone', open: paletteFromMore, isNarrow: true, isWide: false },
]

const overIssue: typeof overList = [
  { name: 'question', open: dialog(/^Ask why/), isNarrow: true },
  { name: 'all events', open: dialog('All'), isNarrow: true },
  { name: 'values of a tag', open: dialog('region'), isNarrow: true },
  { name: 'grouping', open: dialog('Why'), isNarrow: true },
  { name: 'ways to archive', open: menu('Archive'), isNarrow: true },
  { name: 'deleting', open: choice('More', 'Delete…'), isNarrow: true },
]

const overSettings: typeof overList = [
  { name: 'ending other sessions', open: dialog('Sign out everywhere else'), isNarrow: true },
]

describe('overlays in Chromium', function () {
  this.timeout(120_000)
  let signalbox: SignalboxProcess
  let browser: Browser | undefined
  let page: Page
  let complaints: string[]
  let issuePath: string

  before(async function () {
    browser = await openBrowser()
    if (!browser) this.skip()
    signalbox = await startSignalbox()
    await join(signalbox, 'owner', 'ada@example.com')
    await seedShop(signalbox)
    const { issues } = await signalbox.get<{ issues: { short_id: string }[] }>('/api/v1/issues/?query=PoolTimeoutError')
    issuePath = `/issues/${issues[0]?.short_id ?? ''}`
    const elsewhere = await openPage(browser)
    await signIn(elsewhere, `${signalbox.url}/settings/security`, 'ada@example.com')
    await elsewhere.context().close()
    page = await openPage(browser)
    complaints = collectComplaints(page)
    await signIn(page, `${signalbox.url}/issues`, 'ada@example.com')
  })
  after(async () => {
    await browser?.close()
    await signalbox.dispose()
  })

  const paths = {
    list: ['/issues', overList, (at: Page) => at.getByText('ChunkLoadError')],
    issue: ['', overIssue, (at: Page) => at.getByRole('button', { name: 'region' })],
    security: [
      '/settings/security',
      overSettings,
      (at: Page) => at.getByRole('button', { name: 'Sign out everywhere else' }),
    ],
  } as const
  for (const [screen, [path, overlays, ready]] of Object.entries(paths)) {
    for (const { name, open, isNarrow = false, isWide = true } of overlays) {
      const sizes = [
        ...(isWide ? [{ width: 1440, height: 900 }] : []),
        ...(isNarrow ? [{ width: 360, height: 740 }] : []),
      ]
      for (const size of sizes) {
        it(`${name} over the ${screen}: accessible and within ${size.width} px`, async () => {
          await page.setViewportSize(size)
          await page.goto(`${signalbox.url}${path === '' ? issuePath : path}`)
          await ready(page).first().waitFor()
          const overlay = await open(page)
          await overlay.waitFor()
          await expectAccessible(page)
          await expectFits(page, name)
          const box = await overlay.boundingBox()
          expect(box?.x, 'left edge').to.be.at.least(0)
          expect((box?.x ?? 0) + (box?.width ?? 0), 'right edge').to.be.at.most(size.width)
          expect(complaints).to.deep.equal([])
        })
      }
    }
  }
})
