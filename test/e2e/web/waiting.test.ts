import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { eventually } from '../../support/eventually.js'
import { startSignalbox, type SignalboxProcess } from '../../support/signalbox-process.js'
import { expectAccessible, join, openBrowser, openPage, signIn } from './support/open-browser.js'
import { fillScreens, listScreens } from './support/screens.js'

const widths = [1440, 390]
/** Cumulative layout shift: less is imperceptible. */
const shiftsMax = 0.02
/** All API requests except for the session, without which nothing is shown. */
const questions = /\/api\/v1\/(?!auth\/session\/)/

/** Every screen refetches something within this time, in milliseconds. */
const askingMs = 31_000

/** In the page. */
const noteShifts = `(() => {
  window.shifts = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput)))
    .observe({ type: 'layout-shift', buffered: true })
})()`
const describeShifts = `shifts.map(({ value, sources }) => ({
  value,
  moved: sources.map(({ node, previousRect, currentRect }) =>
    (node?.outerHTML ?? '').slice(0, 90) + ' from ' + previousRect.y + ' to ' + currentRect.y),
}))`

/** Screens that are empty at first, and what fills them. */
const empty: readonly (readonly [path: string, says: string, way: (page: Page) => ReturnType<Page['getByRole']>])[] = [
  ['/issues', 'No events yet.', (page) => page.getByRole('link', { name: 'Send your first event' })],
  ['/agents', 'No sessions yet.', (page) => page.getByRole('button', { name: 'Ask a question' }).last()],
  [
    '/deployments',
    'No deployments in this range.',
    (page) => page.getByRole('group', { name: 'Report a deployment' }).getByText('curl -X POST'),
  ],
  ['/metrics', 'No metrics in this range.', (page) => page.getByRole('link', { name: 'Connect an SDK or collector' })],
  ['/system', 'Nothing received in this range.', (page) => page.getByRole('link', { name: 'Send your first event' })],
  ['/settings/projects/1/quotas', 'No quotas.', (page) => page.getByRole('button', { name: 'Add quota' })],
  [
    '/settings/projects/1/channels',
    'No notification channels yet.',
    (page) => page.getByRole('button', { name: 'Create channel' }),
  ],
  [
    '/settings/projects/1/source-maps',
    'No source maps yet.',
    (page) => page.getByRole('group', { name: 'Commands to upload' }).getByText('signalbox sourcemaps upload'),
  ],
]

describe('waiting screens in Chromium', function () {
  this.timeout(120_000)
  let signalbox: SignalboxProcess
  let browser: Browser | undefined
  let page: Page
  const objects = { sessionId: '', deploymentId: '', alertId: '' }

  before(async function () {
    browser = await openBrowser()
    if (!browser) this.skip()
    signalbox = await startSignalbox()
    await join(signalbox, 'owner', 'ada@example.com')
    page = await openPage(browser)
    await signIn(page, `${signalbox.url}/settings/account`, 'ada@example.com')
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
  after(async () => {
    await browser?.close()
    await signalbox.dispose()
  })
  afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

  const loading = (on = page) => on.getByRole('main').getByRole('status', { name: 'Loading' })
  /** Opens a screen and waits for all of its requests. */
  const open = async (path: string, on = page) => {
    await on.goto(`${signalbox.url}${path}`)
    await on.getByRole('main').waitFor()
    await settle(on)
  }
  const settle = async (on = page) => {
    await on.waitForLoadState('networkidle')
    await eventually(async () => expect(await loading(on).count()).to.equal(0))
  }

  for (const [path, says, way] of empty) {
    it(`without data on ${path}: explain how to send it`, async () => {
      await open(path)
      await page.getByRole('main').getByText(says).waitFor()
      await way(page).waitFor()
    })
  }

  describe('for responses', () => {
    /** A page whose clock the tests control. */
    let later: Page

    before(async () => {
      Object.assign(objects, await fillScreens(signalbox))
      await page.addInitScript(noteShifts)
      later = await openPage(browser)
      await later.clock.install()
      await signIn(later, `${signalbox.url}/settings/account`, 'ada@example.com')
      await later.getByRole('heading', { level: 1 }).waitFor()
    })

    for (const [place, name] of listScreens({ sessionId: ':id', deploymentId: ':id', alertId: ':id' }).entries()) {
      const path = () => listScreens(objects)[place] ?? ''

      it(`shows an accessible placeholder on ${name}, and nothing shifts when data arrives`, async () => {
        for (const width of widths) {
          let release = (): void => undefined
          const held = new Promise<void>((resolve) => {
            release = resolve
          })
          await page.setViewportSize({ width, height: 900 })
          await page.route(questions, async (route) => {
            await held
            await route.continue()
          })
          await page.goto(`${signalbox.url}${path()}`)
          await loading().first().waitFor()
          release()
          await settle()
          const shifts = await page.evaluate<{ value: number }[]>(describeShifts)
          const sum = shifts.reduce((all, { value }) => all + value, 0)
          expect(sum, `at ${width} px: ${JSON.stringify(shifts)}`).to.be.at.most(shiftsMax)
          await page.unrouteAll({ behavior: 'ignoreErrors' })
        }
        await expectAccessible(page)
      })

      it(`keeps ${name} without a server, shows its age, and resumes automatically`, async () => {
        await open(path(), later)
        const headings = await later.getByRole('main').getByRole('heading').allInnerTexts()
        await later.route(questions, (route) => route.abort('connectionrefused'))
        await later.clock.fastForward(askingMs)
        const strip = later.getByRole('alert').filter({ hasText: /Showing data from \d\d:\d\d:\d\d UTC\.$/ })
        await strip.waitFor()
        expect(await later.getByRole('main').getByRole('heading').allInnerTexts()).to.deep.equal(headings)
        expect(await loading(later).count()).to.equal(0)
        await later.unrouteAll({ behavior: 'ignoreErrors' })
        await strip.waitFor({ state: 'detached' })
      })
    }
  })
})
