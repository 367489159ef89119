import { existsSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import { expect } from 'chai'
import { chromium, type Browser, type Page } from 'playwright-core'
import { eventually } from '../../../support/eventually.js'
import type { SignalboxProcess } from '../../../support/signalbox-process.js'
import { TestBrowser, testPassword } from '../../../support/test-browser.js'

const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
/** Screenshots for people to look at, ignored by git. */
const pictures = fileURLToPath(new URL('../../../.tmp/web/', import.meta.url))

/** A virtual authenticator for Chromium with a user who always consents. */
export const authenticator = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** Starts Chromium; undefined if it is not installed, which is a failure in CI. */
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
 * A page in its own window, not signed in.
 * @param timeoutMs timeout for everything a test waits for.
 */
export async function openPage(browser: Browser | undefined, timeoutMs = 20_000): Promise<Page> {
  if (browser === undefined) throw new Error('there is no browser')
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  return page
}

/** Adds a member to the installation's first organization. */
export async function join(signalbox: SignalboxProcess, role: string, email: string): Promise<void> {
  const { body } = await signalbox.call('POST', '/api/v1/organization/invitations/', { role })
  await new TestBrowser(signalbox.url).accept((body as { link: string }).link, email)
}

/**
 * Collects the browser's complaints: blocked scripts and styles, uncaught errors.
 * @param expected text of messages that a test provokes.
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

/** Opens a page of the installation and signs in on the way. */
export async function signIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(testPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => !address.pathname.startsWith('/sign-in'))
}

/** Base UI's focus guards around an open menu: they pass the focus on immediately, so nobody ever stays on them. */
const focusGuards = '[data-base-ui-focus-guard]'

/** In the page: colors halfway between two themes have a contrast that nobody sees for long. */
const finishTransitions =
  'for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()'

/** The rules that a theme can break, for it changes colors only; the others are checked once. */
const colorRules = ['color-contrast', 'link-in-text-block']
const axeRuns = [
  { theme: 'light', rules: {} },
  { theme: 'dark', rules: { runOnly: { type: 'rule', values: colorRules } } },
] as const

/** Fails on axe violations in the page, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  // The test's own script, which bypasses the page's CSP: that is tested elsewhere. A page that was loaded again lost it.
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axe.source)
  for (const { theme, rules } of axeRuns) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await page.evaluate(finishTransitions)
    const options = JSON.stringify({ resultTypes: ['violations'], ...rules })
    const found = await page.evaluate<axe.AxeResults>(`axe.run({ exclude: ['${focusGuards}'] }, ${options})`)
    const faults = found.violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(faults).to.deep.equal([])
  }
}

/** Widths of screenshots. At 360, the narrowest, only the layout is checked. */
const pictureWidths = [390, 1024, 1600]

/**
 * Fails if anything scrolls sideways or is out of reach at one of several widths. Takes screenshots in both themes, except in
 * CI, where nobody would look at them.
 */
export async function takePictures(page: Page, name: string): Promise<void> {
  const themes = process.env['CI'] === 'true' ? [] : ['light', 'dark']
  mkdirSync(pictures, { recursive: true })
  await page.setViewportSize({ width: 360, height: 740 })
  await expectFits(page, name)
  for (const width of pictureWidths) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 1000 })
    for (const theme of themes) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      await page.screenshot({ path: `${pictures}${name}-${theme}-${width}.png`, animations: 'disabled' })
    }
    await expectFits(page, name)
    if (width >= 500) continue
    await eventually(async () => {
      expect(await page.evaluate(findSmall), `too small for a thumb on ${name}`).to.deep.equal([])
    })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/**
 * In the page: controls that are less than 44 px high to touch, or too narrow to hit, including the invisible area around
 * them. Links inside text are exempt, as are the links of rows that follow a touch anywhere and fields with a label beside.
 */
const findSmall = `(() => {
  const areaOf = (element) => {
    const { width, height } = element.getBoundingClientRect()
    const around = getComputedStyle(element, '::before')
    if (around.position !== 'absolute') return { width, height }
    const grow = (...sides) => sides.reduce((sum, side) => sum - Math.min(0, parseFloat(around[side]) || 0), 0)
    return { width: width + grow('left', 'right'), height: height + grow('top', 'bottom') }
  }
  return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.skip, .vh, label, .check-row'))
    .filter((element) => !element.matches('.rows a') && getComputedStyle(element).display !== 'inline')
    .filter((element) => {
      const { width, height } = areaOf(element)
      return width > 0 && (height < 43.5 || width < 24)
    })
    .map((element) => element.outerHTML.slice(0, 120))
})()`

/**
 * Fails if the page scrolls sideways, or an interactive element is outside the page and cannot be scrolled to. Charts
 * adapt to another width one frame later.
 */
export async function expectFits(page: Page, name: string): Promise<void> {
  await eventually(async () => {
    const found = await page.evaluate<{ width: number; overflow: number; outside: string[] }>(findOutside)
    expect({ name, ...found }).to.deep.equal({ name, width: found.width, overflow: 0, outside: [] })
  })
}

/** In the page. Content for screen readers only, or shown on focus, is off-screen on purpose. */
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
