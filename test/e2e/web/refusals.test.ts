import type { Browser, Page } from 'playwright-core'
import {
  serveControlPlane,
  type ServedControlPlane,
} from '../../../services/control-plane/test/support/served-control-plane.js'
import { openBrowser, openPage, signIn } from './support/open-browser.js'
import { listScreens } from './support/screens.js'

const anyId = '01a209c6-b3e5-7601-8a0c-669527b34194'

const screens = listScreens({ sessionId: anyId, deploymentId: anyId, alertId: anyId })

const refusals = [
  { status: 503, code: 'store-unavailable', says: 'Couldn’t load this. Refused by the test.' },
  { status: 403, code: 'forbidden', says: 'You don’t have access to this.' },
  { status: 429, code: 'rate-limited', says: 'Rate limited. Retrying in' },
] as const

describe('errors on every screen, in Chromium', function () {
  this.timeout(120_000)
  let served: ServedControlPlane | undefined
  let browser: Browser | undefined
  let page: Page

  before(async function () {
    browser = await openBrowser()
    if (browser === undefined) this.skip()
    served = await serveControlPlane()
    served.time.now = Date.now()
    await served.join('owner', 'ada@example.com')
    page = await openPage(browser, 30_000)
    await signIn(page, `${served.url}/settings/account`, 'ada@example.com')
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
  after(async () => {
    await browser?.close()
    await served?.close()
  })
  afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

  const answerAll = (status: number, code: string) =>
    page.route(/\/api\/v1\/(?!auth\/session\/)/, (route) =>
      route.fulfill({
        status,
        headers: { 'retry-after': status === 429 ? '60' : '0' },
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: 'about:blank', title: 'Refused by the test', status, code }),
      }),
    )

  for (const { status, code, says } of refusals) {
    for (const path of screens) {
      it(`are shown on ${path} for status ${status}`, async () => {
        await answerAll(status, code)
        await page.goto(`${served?.url ?? ''}${path}`)
        await page.getByRole('main').getByText(says).first().waitFor()
      })
    }
  }

  for (const path of screens) {
    it(`of an expired session on ${path} show a sign-in dialog`, async () => {
      await answerAll(401, 'unauthorized')
      await page.goto(`${served?.url ?? ''}${path}`)
      await page.getByRole('heading', { name: 'Your session has expired' }).waitFor()
    })
  }
})
