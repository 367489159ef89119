import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { startSignalbox, type SignalboxProcess } from '../../support/signalbox-process.js'
import { testPassword } from '../../support/test-browser.js'
import { expectAccessible, openBrowser, openPage, takePictures } from './support/open-browser.js'

describe("the owner's link that a start prints, in Chromium", function () {
  this.timeout(120_000)
  let signalbox: SignalboxProcess
  let browser: Browser | undefined
  let link: string

  before(async function () {
    browser = await openBrowser()
    if (!browser) this.skip()
    signalbox = await startSignalbox()
    link = /^ {2}owner +(\S+)/m.exec(signalbox.output())?.[1] ?? expect.fail(signalbox.output())
  })
  after(async () => {
    await browser?.close()
    await signalbox.dispose()
  })

  it('accepts an address and a password that meets its rule, and opens the application', async () => {
    const page = await openPage(browser)
    await page.goto(link)
    await page.getByText('At least 12 characters').waitFor()
    await expectAccessible(page)
    await takePictures(page, 'owner-link')
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password').fill('too short')
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    expect(new URL(page.url()).pathname).to.equal('/accept-invitation')
    await page.getByLabel('Password').fill(testPassword)
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await page.getByText('No events yet.').waitFor()
    // She gave no name, so her address is shown.
    await page.getByText('ada@example.com').first().waitFor()
    await page.context().close()
  })

  it('reports that it has been used when opened again', async () => {
    const page = await openPage(browser)
    await page.goto(link)
    await page.getByLabel('Email address').fill('eve@example.com')
    await page.getByLabel('Password').fill(testPassword)
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await page.getByText('The invitation is unknown, used, revoked, expired or for another address.').waitFor()
    await page.context().close()
  })
})
