import type { Browser, Page } from 'playwright-core'
import { openBrowser, signIn } from '../e2e/web/support/open-browser.js'
import { pretendManyIssues } from '../e2e/web/support/many-issues.js'
import { seedShop } from '../e2e/web/support/seed-shop.js'
import { startSignalbox } from '../support/signalbox-process.js'
import { TestBrowser } from '../support/test-browser.js'
import { median, percentile, type Measurement } from './report.js'

const listedIssues = 100_000
const scrollMs = 4_000
const routeChanges = 10
const loads = 5
const throttling = 4

/**
 * Measures the web interface's responsiveness in Chromium with a real installation: scrolling, navigation, the first
 * view.
 */
export async function measureWeb(): Promise<Measurement[]> {
  const browser = await openBrowser()
  if (!browser) return []
  const signalbox = await startSignalbox()
  try {
    const { body } = await signalbox.call('POST', '/api/v1/organization/invitations/', { role: 'member' })
    await new TestBrowser(signalbox.url).accept((body as { link: string }).link, 'ada@example.com')
    await seedShop(signalbox)
    return [
      ...(await measureFirstView(browser, signalbox.url)),
      ...(await measureRouteChanges(browser, signalbox.url)),
      ...(await measureScrolling(browser, signalbox.url)),
    ]
  } finally {
    await browser.close()
    await signalbox.dispose()
  }
}

async function openIssues(browser: Browser, url: string, prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await prepare(page)
  await signIn(page, `${url}/issues`, 'ada@example.com')
  await page.getByRole('row').nth(1).waitFor()
  return page
}

/** Largest contentful paint of the issue list with cached files, as on every visit but the first, and without. */
async function measureFirstView(browser: Browser, url: string): Promise<Measurement[]> {
  const page = await openIssues(browser, url, () => Promise.resolve())
  const devices = await page.context().newCDPSession(page)
  await devices.send('Emulation.setCPUThrottlingRate', { rate: throttling })
  const measurements: Measurement[] = []
  for (const cacheDisabled of [true, false]) {
    await devices.send('Network.setCacheDisabled', { cacheDisabled })
    const times: number[] = []
    for (let load = 0; load < loads; load += 1) {
      await page.reload()
      await page.getByRole('row').nth(1).waitFor()
      times.push(await page.evaluate<number>(readLargestPaint))
    }
    const name = `issues, largest contentful paint, ${cacheDisabled ? 'first visit' : 'later visits'}`
    measurements.push({ name, value: median(times), unit: 'ms', aim: '1 000 ms' })
  }
  await page.context().close()
  return measurements
}

/** In the page. The last paint is reported within two frames. */
const readLargestPaint = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true })
  })))`

/** Navigation from the list to an issue and back, both visited before: from click to paint. */
async function measureRouteChanges(browser: Browser, url: string): Promise<Measurement[]> {
  const page = await openIssues(browser, url, () => Promise.resolve())
  const link = page.getByRole('row').filter({ hasText: 'PoolTimeoutError' }).getByRole('link')
  const there: number[] = []
  const back: number[] = []
  for (let change = 0; change <= routeChanges; change += 1) {
    await link.waitFor()
    const [go, goBack] = [
      await page.evaluate<number>(timeChange("document.querySelector('td a').click()", 'breadcrumb')),
      await page.evaluate<number>(timeChange('history.back()', 'Unresolved')),
    ]
    // The first one loads the screen and its data.
    if (change > 0) {
      there.push(go)
      back.push(goBack)
    }
  }
  await page.context().close()
  return [
    { name: 'issues → issue, cached data, median', value: median(there), unit: 'ms', aim: '100 ms' },
    { name: 'issue → issues, cached data, median', value: median(back), unit: 'ms', aim: '100 ms' },
    { name: 'issue → issues, cached data, slowest', value: Math.max(...there, ...back), unit: 'ms' },
  ]
}

/** In the page: runs an action and returns the milliseconds until a text is painted. */
function timeChange(action: string, text: string): string {
  return `new Promise((resolve) => {
    const began = performance.now()
    const look = () => document.querySelector('main')?.textContent.toLowerCase().includes('${text.toLowerCase()}')
      ? resolve(performance.now() - began)
      : requestAnimationFrame(look)
    ${action}
    requestAnimationFrame(look)
  })`
}

/** Frame times while scrolling a list of a hundred thousand issues, compared with those at rest. */
async function measureScrolling(browser: Browser, url: string): Promise<Measurement[]> {
  const page = await openIssues(browser, url, (opened) => pretendManyIssues(opened, listedIssues))
  const still = await page.evaluate<number[]>(timeFrames(0))
  const frames = await page.evaluate<number[]>(timeFrames(240))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
  const measure = (name: string, pick: (times: readonly number[]) => number, aim?: string): Measurement => ({
    ...{ name: `scrolling 100 000 issues, ${name}`, value: pick(frames), baseline: pick(still), unit: 'ms' },
    ...(aim !== undefined && { aim }),
  })
  return [
    measure('frame, p50', median),
    measure('frame, p95', (times) => percentile(times, 95)),
    measure('longest frame', (times) => Math.max(...times), '50 ms'),
  ]
}

/** In the page: frame times in milliseconds while scrolling by `pixels` per frame. */
function timeFrames(pixels: number): string {
  return `new Promise((resolve) => {
    const times = []
    const began = performance.now()
    let last = began
    const step = (now) => {
      times.push(now - last)
      last = now
      scrollBy(0, ${pixels})
      if (now - began < ${scrollMs}) requestAnimationFrame(step)
      else resolve(times.slice(1))
    }
    requestAnimationFrame(step)
  })`
}
