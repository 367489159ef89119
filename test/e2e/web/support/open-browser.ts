import { existsSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import { expect } from 'chai'
import { chromium, type Browser, type Page } from 'playwright-core'
import { eventually } from '../../../support/eventually.js'
import type { SignalboxProcess } from '../../../support/signalbox-process.js'
import { TestBrowser, testPassword } from '../../../support/test-browser.js'

const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
/** Where pictures of the screens go, for people to look at: git ignores it. */
const pictures = fileURLToPath(new URL('../../../.tmp/web/', import.meta.url))

/** A device that holds passkeys, for Chromium to ask, with somebody before it who says yes. */
export const authenticator = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** Starts Chromium; undefined where there is none, which is a failure in continuous integration. */
export async function openBrowser(): Promise<Browser | undefined> {
  if (!existsSync(chromiumPath) && process.env['CI'] !== 'true') {
    console.warn(`Left out the browser: ${chromiumPath} is missing (apt-get install chromium, or set CHROMIUM_PATH)`)
    return undefined
  }
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/**
 * A page in a window of its own, of nobody who is signed in.
 * @param timeoutMs How long what a test waits for may take.
 */
export async function openPage(browser: Browser | undefined, timeoutMs = 20_000): Promise<Page> {
  if (browser === undefined) throw new Error('there is no browser')
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  return page
}

/** Makes somebody a member of the installation's first organization. */
export async function join(signalbox: SignalboxProcess, role: string, email: string): Promise<void> {
  const { body } = await signalbox.call('POST', '/api/v1/organization/invitations/', { role })
  await new TestBrowser(signalbox.url).accept((body as { link: string }).link, email)
}

/**
 * What the browser found wrong: refused scripts and styles, errors nobody caught.
 * @param expected Text of messages that a test brings about.
 */
export function collectComplaints(page: Page, expected = 'status of 4'): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !['status of 4', expected].some((text) => message.text().includes(text)))
      complaints.push(message.text())
  })
  return complaints
}

/** Opens a page of the installation as a person who signs in on the way. */
export async function signIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(testPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'))
}

/** Of Base UI, around an open menu: what gets the focus there hands it on at once, so that nobody is ever on it. */
const focusGuards = '[data-base-ui-focus-guard]'

/** Fails with what axe finds on the page, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    // A script of the test's own, past the policy of the page: the policy is tested elsewhere.
    await page.evaluate(axe.source)
    const found = await page.evaluate<axe.AxeResults>(
      `axe.run({ exclude: ['${focusGuards}'] }, { resultTypes: ['violations'] })`,
    )
    const faults = found.violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(faults).to.deep.equal([])
  }
}

/** Widths of which pictures are kept. At 360, the narrowest, it is only looked at whether all fits. */
const pictureWidths = [390, 1024, 1600]

/** Keeps pictures of a screen at three widths in both themes; nothing may scroll sideways or lie where nobody reaches it. */
export async function takePictures(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  await page.setViewportSize({ width: 360, height: 740 })
  await expectFits(page, name)
  for (const width of pictureWidths) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 1000 })
    for (const theme of ['light', 'dark']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      await page.screenshot({ path: `${pictures}${name}-${theme}-${width}.png`, animations: 'disabled' })
    }
    await expectFits(page, name)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/**
 * Fails when the page scrolls sideways, or something to act on lies beside it where nothing scrolls to. Charts follow another
 * width a frame later.
 */
export async function expectFits(page: Page, name: string): Promise<void> {
  await eventually(async () => {
    const found = await page.evaluate<{ width: number; overflow: number; outside: string[] }>(findOutside)
    expect({ name, ...found }).to.deep.equal({ name, width: found.width, overflow: 0, outside: [] })
  })
}

/** In the page. What is for screen readers alone, or shown once it has the focus, is nowhere on purpose. */
const findOutside = `(() => {
  const page = document.documentElement
  const scrolls = (element) => element && element !== page &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const outside = [...document.querySelectorAll('a, button, input, select, textarea, summary')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.skip, .vh'))
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > page.clientWidth + 1) && !scrolls(element.parentElement)
    })
  return {
    width: page.clientWidth,
    overflow: page.scrollWidth - page.clientWidth,
    outside: outside.map((element) => element.outerHTML.slice(0, 120)),
  }
})()`
