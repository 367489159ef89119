import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import {
  sampleReport,
  recordedStep,
  sampleUsage,
} from '../../../services/control-plane/test/support/session-samples.js'
import {
  serveControlPlane,
  type ServedControlPlane,
} from '../../../services/control-plane/test/support/served-control-plane.js'
import { testPassword } from '../../support/test-browser.js'
import { openBrowser } from './support/open-browser.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe('deployments in Chromium', function () {
  this.timeout(60_000)
  let served: ServedControlPlane
  let browser: Browser

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

  it('stand in one timeline with other changes, with the verdict of the watch and what it compared', async () => {
    const hourAgo = new Date(served.time.now - 3_600_000).toISOString()
    const said = { deployment_request: 'Ship it', service: 'checkout', version: '2.14.0', occurred_at: hourAgo }
    await served.call('POST', '/api/v1/deployments/', said)
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

    const page = await browser.newPage()
    page.setDefaultTimeout(15_000)
    await page.goto(`${served.url}/deployments`)
    await page.getByLabel('E-mail address').fill('ada@example.com')
    await page.getByLabel('Password').fill(testPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'checkout 2.14.0: Bad' }).waitFor()
    await page.getByRole('img', { name: '1 other changes' }).waitFor()
    await page.getByText('18.4 %').waitFor()
    await page.evaluate(`${axe};0`)
    for (const theme of ['light', 'dark']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      const ids =
        'axe.run("main").then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].target))'
      expect(await page.evaluate<string[]>(ids), theme).to.deep.equal([])
    }
    await page.getByRole('link', { name: 'checkout 2.14.0', exact: true }).click()
    await page.getByRole('region', { name: 'Verdict' }).getByText('Bad', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'What was in it' }).getByText('New rates on').waitFor()
    await page.getByRole('link', { name: 'Open its session' }).click()
    await page.getByRole('region', { name: 'Answer' }).waitFor()
  })
})
