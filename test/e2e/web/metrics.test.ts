import { join as joinPath } from 'node:path'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { addAlert } from '../../support/add-alert.js'
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

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })

describe('metrics in Chromium', function () {
  this.timeout(120_000)
  let signalbox: SignalboxProcess
  let browser: Browser | undefined
  let page: Page

  before(async function () {
    browser = await openBrowser()
    if (!browser) this.skip()
    signalbox = await startSignalbox()
    await join(signalbox, 'viewer', 'vic@example.com')
    await send()
  })
  after(async () => {
    await browser?.close()
    await signalbox.dispose()
  })

  /** Requests of two routes in each of the last ten minutes, the length of a queue, and a deployment. */
  async function send(): Promise<void> {
    const minute = Math.floor(Date.now() / 60_000)
    const times = (ago: number) => ({
      startTimeUnixNano: `${(minute - ago) * 60_000}000000`,
      timeUnixNano: `${(minute - ago) * 60_000 + 30_000}000000`,
    })
    const minutes = Array.from({ length: 10 }, (_, index) => index + 1)
    const requests = minutes.flatMap((ago) =>
      ['/pay', '/cart'].map((route, index) => ({
        ...times(ago),
        asInt: index === 0 ? 600 : 60,
        attributes: [text('http.route', route), text('region', index === 0 ? 'eu' : 'us')],
      })),
    )
    const metrics = [
      {
        name: 'http.requests',
        unit: '{request}',
        sum: { aggregationTemporality: 1, isMonotonic: true, dataPoints: requests },
      },
      { name: 'queue.length', gauge: { dataPoints: minutes.map((ago) => ({ ...times(ago), asInt: ago })) } },
    ]
    const resource = { attributes: [text('service.name', 'shop')] }
    const sent = await signalbox.call('POST', '/v1/metrics', {
      resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }],
    })
    expect(sent.status).to.equal(200)
    const occurred_at = new Date((minute - 5) * 60_000).toISOString()
    const deployment = { deployment_request: 'Ship it', service: 'shop', version: '2.1.0', occurred_at, monitor: false }
    expect((await signalbox.call('POST', '/api/v1/deployments/', deployment)).status).to.equal(201)
    await eventually(
      async () => {
        const { total } = await signalbox.get<{ total: number }>('/api/v1/telemetry/query/data-point-metrics/')
        expect(total).to.equal(2)
      },
      { withinMs: 30_000 },
    )
  }

  it('are listed, charted by group with deployments, and open the same from the address', async () => {
    page = await openPage(browser)
    const complaints = collectComplaints(page)
    await signIn(page, `${signalbox.url}/metrics?since=1h`, 'vic@example.com')
    const list = page.getByRole('region', { name: 'Metrics' })
    await list.getByRole('row').filter({ hasText: 'queue.length' }).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'metrics')
    await list.getByRole('link', { name: 'http.requests' }).click()

    const chart = page.getByRole('region', { name: 'http.requests' })
    await chart
      .getByRole('img', { name: 'Rate per second of http.requests: from 11/s to 11/s; 1 deployment in the range.' })
      .waitFor()
    await page.getByLabel('Group by').fill('http.route')
    await page.keyboard.press('Enter')
    const rows = chart.getByRole('row').filter({ hasText: '/s' })
    await eventually(async () =>
      expect((await rows.allInnerTexts()).map((row) => row.split(/\s+/))).to.deep.equal([
        ['/pay', '10/s', '10/s', '10/s'],
        ['/cart', '1/s', '1/s', '1/s'],
      ]),
    )
    await page
      .getByRole('link', { name: /2\.1\.0/ })
      .first()
      .waitFor()
    await page.getByLabel('Aggregate').selectOption('Sum')
    for (const filter of ['region:us', 'http.route:/cart']) {
      await page.getByLabel('Filter', { exact: true }).fill(filter)
      await page.keyboard.press('Enter')
      await page
        .getByRole('list', { name: 'Filters' })
        .getByRole('button', { name: `Remove ${filter}` })
        .waitFor()
    }
    expect(new URL(page.url()).searchParams.get('attribute')).to.equal('region:us http.route:/cart')
    await chart.getByRole('row', { name: /^\/cart 60 60 60/ }).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'metric')

    const copied = await openPage(browser)
    await signIn(copied, page.url(), 'vic@example.com')
    await copied.getByRole('row', { name: /^\/cart 60 60 60/ }).waitFor()
    await copied.getByRole('button', { name: 'Remove region:us' }).click()
    await copied.waitForURL(/attribute=http\.route/)
    await copied.getByRole('row', { name: /^\/cart 60 60 60/ }).waitFor()
    await copied.getByLabel('Aggregate').selectOption('p99')
    await copied.getByText('No p99 in this range.').waitFor()
    await copied.context().close()
    expect(complaints).to.deep.equal([])
    await page.context().close()
  })

  it('have alerts in the navigation, with a chart of what their rule measured', async () => {
    const { id: organizationId } = await signalbox.get<{ id: string }>('/api/v1/organization/')
    const rule = {
      kind: 'metric_threshold',
      source: 'data_point',
      metric: 'queue.length',
      value: 5,
      within_minutes: 15,
    }
    const named = { name: 'Queue is long', severity: 'critical' }
    expect((await signalbox.call('POST', '/api/v1/alerts/rules/', { ...rule, ...named })).status).to.equal(201)
    addAlert(joinPath(signalbox.dataDirectory, 'control-plane'), {
      ...{ organization_id: organizationId, opened_at: Date.now() - 86_400_000, resolved_at: Date.now() - 80_000_000 },
      ...{ rule_name: 'Checkout errors', resolution: 'recovered' },
    })
    await eventually(
      async () => {
        const { count } = await signalbox.get<{ count: number }>('/api/v1/alerts/?state=firing')
        expect(count).to.equal(1)
      },
      { withinMs: 60_000 },
    )
    page = await openPage(browser)
    const complaints = collectComplaints(page)
    await signIn(page, `${signalbox.url}/issues`, 'vic@example.com')
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Alerts' }).click()
    const list = page.getByRole('region', { name: 'Alerts' })
    await list.getByRole('row').filter({ hasText: 'Queue is long' }).waitFor()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await list.getByRole('row').filter({ hasText: 'Checkout errors' }).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'alerts')
    // By keyboard: the newest, which the rule opened.
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page
      .getByRole('img', {
        name: /^Average of queue\.length: from [\d.]+ to [\d.]+; fires above 5; 1 deployment in the range\.$/,
      })
      .waitFor()
    await expectAccessible(page)
    await takePictures(page, 'alert-chart')
    expect(complaints).to.deep.equal([])
    await page.context().close()
  })
})
