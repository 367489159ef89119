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
import { seedShop } from './support/seed-shop.js'

describe('the system page in Chromium', function () {
  this.timeout(120_000)
  let signalbox: SignalboxProcess
  let browser: Browser | undefined
  let page: Page
  let complaints: string[]

  before(async function () {
    browser = await openBrowser()
    if (!browser) this.skip()
    signalbox = await startSignalbox()
    await join(signalbox, 'viewer', 'vic@example.com')
    await seedShop(signalbox)
  })
  after(async () => {
    await browser?.close()
    await signalbox.dispose()
  })
  beforeEach(async () => {
    page = await openPage(browser)
    complaints = collectComplaints(page, 'status of 5')
  })
  afterEach(() => page.context().close())

  const open = (path: string) => signIn(page, `${signalbox.url}${path}`, 'vic@example.com')
  const card = (name: string) => page.getByRole('region', { name, exact: true })

  it('shows outcomes, storage delay and free disk space', async () => {
    // A day of samples before the one this installation has recorded since it started.
    await page.route(/\/api\/v1\/system\/history\/$/, async (route) => {
      const response = await route.fetch()
      const { samples } = (await response.json()) as { samples: { at: string }[] }
      const [newest] = samples
      const before = Array.from({ length: 600 }, (_, index) => ({
        ...newest,
        at: new Date(Date.parse(newest?.at ?? '') - (600 - index) * 60_000).toISOString(),
        lag_seconds: index > 300 && index < 340 ? (index - 300) * 4 : 0.4,
      }))
      await route.fulfill({ response, json: { samples: [...before, ...samples] } })
    })
    await open('/issues')
    await page.getByRole('row').filter({ hasText: 'PoolTimeoutError' }).waitFor()
    await page.locator('main').focus()
    await page.keyboard.press('g')
    await page.keyboard.press('y')
    await page.waitForURL(/\/system/)
    await card('Ledger')
      .getByRole('row', { name: /^Errors / })
      .waitFor()
    await eventually(async () => expect(await card('Ingestion delay').innerText()).to.contain('no backlog'))
    await card('Ingestion delay').getByRole('meter', { name: 'Event log' }).waitFor()
    await card('Disk').getByRole('meter', { name: 'Disk of All in one process' }).waitFor()
    const chart = (name: string, label: RegExp) =>
      card(name).getByRole('img', { name: label }).locator('canvas').waitFor()
    await chart('Ingestion delay', /^Delay, per minute: from .* to 2\.6 min, now /)
    await chart('Disk', /^Disk usage, per minute: from /)
    expect(await card('Disk').innerText()).to.match(/[GT]iB of [\d.,]+ [GT]iB free/)
    expect(await card('Components').getByText('running', { exact: true }).count()).to.equal(5)
    await card('Needs attention').getByText('No backups yet').waitFor()
    await expectAccessible(page)
    await takePictures(page, 'system')
    expect(complaints).to.deep.equal([])
  })

  it('shows every warning with its remedy, and names it in the banner above every screen', async () => {
    const at = new Date().toISOString()
    const warning = (kind: string, detail: string) => ({
      ...{ kind, detail, subject: '', project_id: null, count: 3, since: at, last_at: at },
    })
    await page.route(/\/api\/v1\/system\/$/, async (route) => {
      const response = await route.fetch()
      const system = (await response.json()) as { processes: { roles: string[]; version: string; disk: unknown }[] }
      const [one] = system.processes
      const processes = [
        { ...one, roles: ['control-plane'] },
        { ...one, roles: ['ingest'], disk: null },
        { ...one, roles: ['query'], disk: null, version: '0.0.9' },
      ]
      const warnings = [
        warning('disk_low', '4 % of the disk of the data directory is free: give it a larger disk'),
        warning('consumer_behind', 'Telemetry is stored with minutes of delay (errors)'),
      ]
      await route.fulfill({ response, json: { ...system, processes, warnings, pipeline: null } })
    })
    await open('/system')
    const banner = page.getByRole('region', { name: 'System warnings' })
    await banner.getByText('The disk is nearly full · Ingestion is behind').waitFor()
    await card('Needs attention').getByText('give it a larger disk').waitFor()
    await card('Ingestion delay').getByText('No consumer has reported.').waitFor()
    await card('Disk').getByText('Monitor ClickHouse and Kafka disks where they run.').waitFor()
    expect(await card('Components').getByText('no report').count()).to.equal(2)
    await card('Components').getByText('version mismatch').waitFor()
    await expectAccessible(page)
    await takePictures(page, 'system-warnings')
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await banner.waitFor({ state: 'detached' })
    expect(complaints).to.deep.equal([])
  })

  it("explains what is unknown if the installation's state cannot be loaded", async () => {
    await page.route(/\/api\/v1\/system\/$/, (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: 'about:blank', title: 'Away', status: 503, code: 'unavailable' }),
      }),
    )
    await open('/system')
    await card('Ledger')
      .getByRole('row', { name: /^Errors / })
      .waitFor()
    await page.getByText(/Away/).first().waitFor()
  })
})
