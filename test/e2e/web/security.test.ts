import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { appCode } from '../../../services/control-plane/test/support/app-code.js'
import {
  serveControlPlane,
  type ServedControlPlane,
} from '../../../services/control-plane/test/support/served-control-plane.js'
import { eventually } from '../../support/eventually.js'
import { testPassword } from '../../support/test-browser.js'
import {
  collectComplaints,
  expectAccessible,
  openBrowser,
  openPage,
  signIn,
  takePictures,
} from './support/open-browser.js'

describe('account security in Chromium', function () {
  this.timeout(120_000)
  let served: ServedControlPlane | undefined
  let browser: Browser | undefined
  let page: Page
  let complaints: string[]

  before(async function () {
    browser = await openBrowser()
    if (browser === undefined) this.skip()
    served = await serveControlPlane()
    served.time.now = Date.now()
    for (const email of ['ada@example.com', 'mel@example.com']) await served.join('owner', email)
  })
  after(async () => {
    await browser?.close()
    await served?.close()
  })
  beforeEach(async () => {
    page = await openPage(browser, 15_000)
    // Telemetry queries fail here: no query service is running.
    complaints = collectComplaints(page, 'status of 5')
  })
  afterEach(() => page.context().close())

  const open = (path: string, email = 'ada@example.com') => signIn(page, `${served!.url}${path}`, email)
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  /** Time passes: requests that need a recent sign-in are refused, and the app's next code becomes valid. */
  const laterBy = (ms: number) => {
    served!.time.now += ms
  }

  it('cannot be framed by another page for clickjacking', async () => {
    await open('/settings/security')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const other = await page.context().newPage()
    await other.setContent(`<iframe src="${served!.url}/settings/security"></iframe>`)
    await eventually(() => {
      expect(other.frames()[1]?.url()).to.equal('chrome-error://chromewebdata/')
      return Promise.resolve()
    })
  })

  it("changes the password, shows the server's errors, and lists sessions", async () => {
    await open('/settings/security', 'mel@example.com')
    await served!.browser().signIn('mel@example.com')
    await page.getByLabel('Current password').fill('not the password')
    await page.getByLabel('New password').fill('another good passphrase')
    await page.keyboard.press('Enter')
    await card('Password').locator('.c-bad').filter({ hasText: /\w/ }).first().waitFor()
    await page.reload()
    await card('Active sessions')
      .getByRole('row', { name: /Chrome on Linux.*this browser/ })
      .waitFor()
    await expectAccessible(page)
    await takePictures(page, 'security')
    await card('Active sessions').getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
    await card('Active sessions').getByRole('button', { name: /^End/ }).first().waitFor({ state: 'detached' })
    // The dialog gives the focus back when it closes.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByLabel('Current password').fill(testPassword)
    await page.getByLabel('New password').fill('another good passphrase')
    await page.getByLabel('New password').press('Enter')
    await card('Password').getByText('Saved.').waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('asks for identity again after a while, then continues', async () => {
    await open('/settings/keys', 'ada@example.com')
    laterBy(20 * 60_000)
    await page.getByLabel('Name').fill('Pipeline')
    await page.getByRole('button', { name: 'Create key' }).click()
    const asking = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await asking.getByLabel('Password').fill('not the password')
    await page.keyboard.press('Enter')
    await asking.locator('.c-bad').filter({ hasText: /\w/ }).first().waitFor()
    await expectAccessible(page)
    await asking.getByLabel('Password').fill(testPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'API key' }).waitFor()
    await page.getByRole('row', { name: /Pipeline/ }).waitFor()
    // Without confirmation, the request is refused and can be retried.
    laterBy(20 * 60_000)
    await page.getByRole('button', { name: 'Create key' }).click()
    await asking.getByRole('button', { name: 'Close' }).click()
    await card('New key').getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('supports an authenticator app, required at sign-in, with recovery codes', async () => {
    await open('/settings/security')
    const app = card('Authenticator app')
    await app.getByRole('button', { name: 'Set up authenticator' }).click()
    await app.getByRole('img', { name: 'Secret as a QR code' }).waitFor()
    const secret = await app.getByRole('group', { name: 'Secret for the app' }).innerText()
    await app.getByRole('textbox', { name: 'Code' }).fill('000000')
    await app.getByRole('button', { name: 'Turn on' }).click()
    await app.locator('.c-bad').filter({ hasText: /\w/ }).first().waitFor()
    await expectAccessible(page)
    await takePictures(page, 'security-app')
    await app.getByRole('textbox', { name: 'Code' }).fill(appCode(secret, served!.time.now))
    await app.getByRole('button', { name: 'Turn on' }).click()
    const codes = (await app.getByRole('group', { name: 'Recovery codes' }).innerText()).trim().split('\n')
    expect(codes).to.have.length(10)
    await app.getByText('10 codes left').waitFor()

    await page.context().clearCookies()
    const code = page.getByLabel('Code', { exact: true })
    const enter = async () => {
      await page.goto(`${served!.url}/settings/security`)
      await page.getByLabel('Email address').fill('ada@example.com')
      await page.getByLabel('Password').fill(testPassword)
      await page.keyboard.press('Enter')
      await code.waitFor()
    }
    await enter()
    await code.fill('000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor()
    await expectAccessible(page)
    laterBy(60_000)
    await code.fill(appCode(secret, served!.time.now))
    await page.keyboard.press('Enter')
    await app.getByText('10 codes left').waitFor()

    await page.context().clearCookies()
    await enter()
    await code.fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await app.getByText('9 codes left').waitFor()
    await app.getByRole('button', { name: 'Remove the authenticator app' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the authenticator app' }).click()
    await app.getByRole('button', { name: 'Set up authenticator' }).waitFor()
    expect(complaints).to.deep.equal([])
  })
})
