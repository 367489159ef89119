import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import {
  sampleReport,
  recordedStep,
  sampleUsage,
} from '../../../services/control-plane/test/support/session-samples.js'
import {
  serveControlPlane,
  type ServedControlPlane,
} from '../../../services/control-plane/test/support/served-control-plane.js'
import { eventually } from '../../support/eventually.js'
import { expectAccessible, openBrowser, signIn, takePictures } from './support/open-browser.js'

const hourMs = 3_600_000

describe('deployments in Chromium', function () {
  this.timeout(120_000)
  let served: ServedControlPlane
  let browser: Browser
  let page: Page

  const closings: (() => Promise<void>)[] = []

  before(async function () {
    const opened = await openBrowser()
    if (opened === undefined) this.skip()
    browser = opened
    closings.push(() => opened.close())
    served = await serveControlPlane()
    closings.push(() => served.close())
    served.time.now = Date.now()
    await served.join('member', 'ada@example.com')
  })
  after(async () => {
    for (const close of closings) await close()
  })
  beforeEach(async () => {
    page = await browser.newPage()
    page.setDefaultTimeout(15_000)
  })
  afterEach(() => page.context().close())

  const announce = async (version: string, more: object) => {
    const said = { deployment_request: 'Ship it', service: 'checkout', version, ...more }
    const { body } = await served.call('POST', '/api/v1/deployments/', said)
    return (body as { id: string }).id
  }
  const open = (path: string) => signIn(page, served.url + path, 'ada@example.com')

  it("share a timeline with other changes, with the watch's verdict and comparisons", async () => {
    const hourAgo = new Date(served.time.now - hourMs).toISOString()
    await announce('2.14.0', { occurred_at: hourAgo })
    const flag = { kind: 'flag', id: 'new-rates', title: 'New rates on', occurred_at: hourAgo }
    await served.call('POST', '/api/v1/changes/', { changes: [flag] })
    const work = served.controlPlane.sessionWork
    const [claimed] = await work.claimSessions({ owner: 'w', leaseMs: 60_000, max: 1 })
    const { step, results } = recordedStep(1)
    const levels = { before_percent: 0.3, after_percent: 18.4 }
    const compared = { service: 'checkout', role: 'deployed', measure: 'failed_requests', finding: 'raised', levels }
    const evidence = step.evidence.map((each) => ({ ...each, data: { comparisons: [compared] } }))
    await work.appendStep(claimed!.lease, { step: { ...step, evidence }, results }, sampleUsage)
    await work.endTurn(claimed!.lease, { status: 'completed', report: { ...sampleReport, verdict: 'bad' } })

    await open('/deployments')
    await page.getByRole('link', { name: 'checkout 2.14.0: Bad' }).waitFor()
    await page.getByRole('img', { name: '1 other changes' }).waitFor()
    await page.getByText('18.4 %').waitFor()
    const dayOf = (at: number | string) => new Date(at).getUTCDate()
    const day = dayOf(hourAgo) === dayOf(Date.now()) ? 'Today' : 'Yesterday'
    await page.getByRole('rowheader', { name: new RegExp(`^${day}, `) }).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'deployments')
    await page.getByRole('link', { name: 'checkout 2.14.0', exact: true }).click()
    await page.getByRole('region', { name: 'Verdict' }).getByText('Bad', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Changes' }).getByText('New rates on').waitFor()
    await page.getByRole('link', { name: 'Open session' }).click()
    await page.getByRole('region', { name: 'Answer' }).waitFor()
  })

  it('are all listed exactly once if one is announced while older pages are open', async () => {
    for (let number = 1; number <= 101; number += 1) {
      const occurred_at = new Date(served.time.now - 48 * hourMs + number * 1_000).toISOString()
      await announce(`1.0.${number}`, { service: 'catalog', monitor: false, occurred_at })
    }
    await page.clock.install()
    await open('/deployments?since=7d')
    const rows = page.getByRole('region', { name: 'Deployments' }).getByRole('row').filter({ hasText: 'catalog 1.0.' })
    await page.getByRole('button', { name: /^Show \d+ more/ }).click()
    await eventually(async () => expect(await rows.count()).to.equal(101))
    await announce('1.0.102', { service: 'catalog', monitor: false })
    await page.clock.runFor(11_000)
    await page.getByRole('link', { name: 'catalog 1.0.102', exact: true }).waitFor()
    await eventually(async () => {
      const names = await rows.getByRole('link', { name: /^catalog/ }).allInnerTexts()
      expect(new Set(names).size, names.join()).to.equal(102)
      expect(names).to.have.length(102)
    })
  })

  it('keep their charts while relative times update', async () => {
    const id = await announce('2.15.0', { monitor: false })
    const at = Math.floor(served.time.now / 60_000) * 60_000
    const points = [10, 5, 1].map((minutes) => ({
      timestamp: new Date(at - minutes * 60_000).toISOString(),
      requests: 100,
      errors: minutes,
      error_events: minutes,
      p50_ms: 10,
      p95_ms: 20,
      logs: { info: 0, warn: 0, error: 0 },
    }))
    await page.route(/\/query\/services\//, (route) =>
      route.fulfill({ json: { one_in_traces: 1, services: [{ service: 'checkout', points }] } }),
    )
    await page.clock.install()
    await open(`/deployments/${id}`)
    const canvas = page.getByRole('img', { name: /^Failed requests: from/ }).locator('canvas')
    await canvas.waitFor()
    await canvas.evaluate((element: { id: string }) => {
      element.id = 'seen-before'
    })
    await page.clock.runFor(20_000)
    expect(await canvas.getAttribute('id')).to.equal('seen-before')
  })
})
