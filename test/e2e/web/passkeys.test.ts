import { expect } from 'chai'
import type { Browser, CDPSession, Page } from 'playwright-core'
import {
  serveControlPlane,
  type ServedControlPlane,
} from '../../../services/control-plane/test/support/served-control-plane.js'
import { findFreePorts } from '../../support/free-ports.js'
import {
  authenticator,
  collectComplaints,
  expectAccessible,
  openBrowser,
  openPage,
  signIn,
  takePictures,
} from './support/open-browser.js'

describe('passkeys on the screens in Chromium', function () {
  this.timeout(120_000)
  let served: ServedControlPlane | undefined
  let url: string
  let browser: Browser | undefined
  let page: Page
  let device: CDPSession
  let authenticatorId: string
  let complaints: string[]

  before(async function () {
    browser = await openBrowser()
    if (browser === undefined) this.skip()
    const [port = 0] = await findFreePorts(1)
    url = `http://localhost:${port}`
    served = await serveControlPlane({ port, publicUrl: url })
    served.time.now = Date.now()
    await served.join('owner', 'ada@example.com')
  })
  after(async () => {
    await browser?.close()
    await served?.close()
  })
  beforeEach(async () => {
    page = await openPage(browser, 15_000)
    // Telemetry queries fail here: no query service is running.
    complaints = collectComplaints(page, 'status of 5')
    device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    ;({ authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options: authenticator }))
  })
  afterEach(() => page.context().close())

  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const refuseFinger = (isRefused: boolean) =>
    device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRefused })
  const laterBy = (ms: number) => {
    served!.time.now += ms
  }

  it('are added under a name, renamed, used to sign in and confirm identity, and removed', async () => {
    await signIn(page, `${url}/settings/security`, 'ada@example.com')
    const passkeys = card('Passkeys')
    expect(await passkeys.getByLabel('Name').inputValue()).to.match(/Chrome on Linux/)
    await passkeys.getByLabel('Name').fill('Work laptop')
    await refuseFinger(true)
    await passkeys.getByRole('button', { name: 'Add passkey' }).click()
    await passkeys.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor()
    await refuseFinger(false)
    await passkeys.getByRole('button', { name: 'Add passkey' }).click()
    await passkeys.getByRole('row', { name: /Work laptop.*never/ }).waitFor()
    await passkeys.getByRole('button', { name: 'Add passkey' }).click()
    await passkeys
      .getByRole('alert')
      .filter({ hasText: 'This device already has a passkey for your account.' })
      .waitFor()
    await expectAccessible(page)
    await passkeys.scrollIntoViewIfNeeded()
    await takePictures(page, 'passkeys')

    await passkeys.getByRole('button', { name: 'Rename the passkey “Work laptop”' }).click()
    const renaming = page.getByRole('dialog', { name: 'Rename the passkey “Work laptop”' })
    await renaming.getByLabel('Name').fill('Old laptop')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await passkeys.getByRole('row', { name: /Old laptop.*never/ }).waitFor()
    await page.context().clearCookies()
    await page.goto(`${url}/settings/security`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'sign-in-passkey')
    laterBy(60_000)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
    await passkeys.getByRole('row', { name: /Old laptop/ }).waitFor()
    expect(await passkeys.getByText('never').count()).to.equal(0)

    laterBy(20 * 60_000)
    await passkeys.getByRole('button', { name: 'Remove the passkey “Old laptop”' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the passkey “Old laptop”' }).click()
    const asking = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await asking.getByLabel('Password').waitFor()
    await expectAccessible(page)
    await takePictures(page, 'confirm-passkey')
    await asking.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await passkeys.getByRole('row', { name: /Old laptop/ }).waitFor({ state: 'detached' })
    expect(complaints).to.deep.equal([])
  })

  it('sign in over the page after a session expires, and say so if they are gone', async () => {
    await signIn(page, `${url}/settings/security`, 'ada@example.com')
    const passkeys = card('Passkeys')
    await passkeys.getByRole('button', { name: 'Add passkey' }).click()
    await passkeys.getByText('Added.').waitFor()
    await page.context().clearCookies()
    await card('Active sessions').waitFor()
    await passkeys.getByRole('button', { name: /^Remove the passkey/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove the passkey/ })
      .click()
    const ended = page.getByRole('dialog', { name: 'Your session has expired' })
    await ended.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await ended.waitFor({ state: 'detached' })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove the passkey/ })
      .click()
    await passkeys.getByRole('row').first().waitFor({ state: 'detached' })
    await page.context().clearCookies()
    await page.goto(`${url}/settings/security`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /passkey/ })
      .waitFor()
    expect(complaints).to.deep.equal([])
  })
})
