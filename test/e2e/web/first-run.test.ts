import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { eventually } from '../../support/eventually.js'
import { startSignalbox, type SignalboxProcess } from '../../support/signalbox-process.js'
import {
  collectComplaints,
  expectAccessible,
  join,
  openBrowser,
  openPage,
  signIn,
  takePictures,
} from './support/open-browser.js'

const run = promisify(execFile)
/** Next to this repository's SDKs, so its import resolves. */
const program = fileURLToPath(new URL('./first-run-snippet.mjs', import.meta.url))

describe('onboarding in Chromium', function () {
  this.timeout(120_000)
  let signalbox: SignalboxProcess
  let browser: Browser | undefined
  let page: Page
  let complaints: string[]

  before(async function () {
    browser = await openBrowser()
    if (!browser) this.skip()
    signalbox = await startSignalbox()
    for (const [role, email] of [
      ['owner', 'ada@example.com'],
      ['viewer', 'vic@example.com'],
    ] as const) {
      await join(signalbox, role, email)
    }
  })
  after(async () => {
    await browser?.close()
    await signalbox.dispose()
    await rm(program, { force: true })
  })
  beforeEach(async () => {
    page = await openPage(browser)
    complaints = collectComplaints(page)
  })
  afterEach(() => page.context().close())

  const platformNames = async () => {
    const buttons = page.getByRole('group', { name: 'Platform' }).getByRole('button')
    await buttons.first().waitFor()
    const names = await buttons.allInnerTexts()
    expect(names.length).to.be.at.least(12)
    return names
  }
  /** The text that a button copies, and its title. */
  const readSnippet = (title: RegExp) => page.getByRole('group', { name: title }).locator('pre').first().innerText()

  it('leads from an empty list to a project, its platform, and the event that the snippet sends', async () => {
    await signIn(page, `${signalbox.url}/`, 'ada@example.com')
    await page.getByRole('link', { name: 'Send your first event' }).click()
    await page.getByLabel('Name').fill('checkout')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.waitForURL(/project=checkout/)
    await platformNames()
    await page.getByRole('button', { name: 'Node', exact: true }).click()
    await page.getByText(/^Listening on 127\.0\.0\.1:\d+ for/).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'first-run')

    await writeFile(program, await readSnippet(/^instrument\.mjs/))
    await run(process.execPath, [program])
    await eventually(async () => {
      const { events } = await signalbox.get<{ events: unknown[] }>('/api/v1/telemetry/query/errors/')
      expect(events).to.have.length(1)
    })
    await page.getByText('hello from checkout').last().waitFor({ timeout: 2_000 })
    await page.getByRole('heading', { name: 'First event received' }).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'first-run-arrived')
    await page.getByRole('link', { name: 'Open issue' }).click()
    await page.getByRole('heading', { name: /^CHECKOUT-1/ }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it("has snippets with the project's DSN for every platform, and a working shell command for platforms without an SDK", async () => {
    await signIn(page, `${signalbox.url}/new`, 'ada@example.com')
    await page.getByLabel('Name').fill('till')
    await page.keyboard.press('Enter')
    await page.waitForURL(/project=till/)
    const { projects } = await signalbox.get<{ projects: { name: string; dsn: string }[] }>(
      '/api/v1/telemetry/projects/',
    )
    const dsn = projects.find(({ name }) => name === 'till')!.dsn
    const names = await platformNames()
    for (const name of names) {
      await page.getByRole('button', { name, exact: true }).click()
      const snippets = await page.getByRole('group').locator('pre').allInnerTexts()
      expect(snippets.join('\n'), name).to.contain(name === 'OpenTelemetry' ? new URL(dsn).username : dsn)
    }
    await page.getByRole('button', { name: 'Other', exact: true }).click()
    await page.getByText('Listening on').waitFor()
    await run('bash', ['-c', await readSnippet(/^shell, no SDK/)])
    await page.getByRole('heading', { name: 'First event received' }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('can send a test event from the page, and shows drops with their reason', async () => {
    const { id, dsn } = await signalbox.createProject('inbox')
    await signalbox.call('PATCH', `/api/v1/telemetry/projects/${id}/settings/`, {
      filters: { error_messages: ['*not wanted*'] },
    })
    const { username: key, pathname } = new URL(dsn)
    await fetch(`${signalbox.url}/api${pathname}/store/?sentry_key=${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'this is not wanted' }),
    })
    await signIn(page, `${signalbox.url}/new?project=inbox&platform=python`, 'ada@example.com')
    await page.getByText(/^1 error dropped/).waitFor()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByRole('link', { name: 'Open issue' }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('links back to all projects, and lets a viewer read without creating', async () => {
    await signIn(page, `${signalbox.url}/issues?project=checkout`, 'vic@example.com')
    await page.getByRole('button', { name: 'checkout' }).click()
    await page
      .getByRole('menuitemradio', { name: 'All projects' })
      .or(page.getByRole('menuitem', { name: 'All projects' }))
      .click()
    await page.waitForURL((url) => !url.searchParams.has('project'))
    await page.goto(`${signalbox.url}/new`)
    const create = page.getByRole('button', { name: 'Create project' })
    await create.waitFor()
    expect(await create.getAttribute('title')).to.contain('viewer')
  })
})
