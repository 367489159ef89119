import type { Claim } from '@signalbox/contracts'
import type { SessionLease } from '@signalbox/service-kit'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import {
  recordedStep,
  sampleReport,
  sampleUsage,
} from '../../../services/control-plane/test/support/session-samples.js'
import {
  serveControlPlane,
  type ServedControlPlane,
} from '../../../services/control-plane/test/support/served-control-plane.js'
import { addAlert } from '../../support/add-alert.js'
import { collectComplaints, expectAccessible, openBrowser, signIn, takePictures } from './support/open-browser.js'

const hostile = '<img src=x onerror="document.title=\'taken over\'"><script>document.title="taken over"</script>'

describe('agent sessions in Chromium', function () {
  this.timeout(60_000)
  let served: ServedControlPlane
  let browser: Browser
  let page: Page
  let complaints: string[]

  const closings: (() => Promise<void>)[] = []

  before(async function () {
    const opened = await openBrowser()
    if (opened === undefined) this.skip()
    browser = opened
    closings.push(() => opened.close())
    served = await serveControlPlane()
    closings.push(() => served.close())
    await served.join('member', 'ada@example.com')
    await served.join('viewer', 'vic@example.com')
  })
  after(async () => {
    for (const close of closings) await close()
  })
  beforeEach(async () => {
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(15_000)
    // Telemetry queries fail here: no query service is running.
    complaints = collectComplaints(page, 'status of 5')
  })
  afterEach(() => page.context().close())

  const open = (path: string, email = 'ada@example.com') => signIn(page, served.url + path, email)
  const start = async (prompt: string) => {
    const { body } = await served.call('POST', '/api/v1/agent/sessions/', { prompt })
    return (body as { url: string }).url
  }
  const claim = async (): Promise<SessionLease> => {
    const [claimed] = await served.controlPlane.sessionWork.claimSessions({ owner: 'w', leaseMs: 60_000, max: 1 })
    if (!claimed) throw new Error('there is no session to claim')
    return claimed.lease
  }

  it('show steps live, then the answer, with struck-out claims and all text as text', async () => {
    await open(await start(hostile))
    await page.getByText('Working').waitFor()
    const lease = await claim()
    const work = served.controlPlane.sessionWork
    const { step, results } = recordedStep(1)
    const points = [1, 2, 3].map((minute) => ({ timestamp: new Date(minute * 60_000).toISOString(), errors: minute }))
    const overTime = { total: 1, services: [{ service: hostile, points }] }
    await work.appendStep(
      lease,
      { step: { ...step, text: hostile }, results: { ...results, e1: overTime } },
      sampleUsage,
    )
    await page.getByRole('cell', { name: hostile }).waitFor()
    const check = { evidence_id: 'e1', pointer: '/total', operator: 'more-than', value: 5 } as const
    const claims = [
      { text: hostile, evidence_ids: ['e1'], assertion: [], status: 'verified' as const },
      { text: 'It is many.', evidence_ids: ['e1'], assertion: [check], status: 'unsupported' as const },
    ]
    await work.endTurn(lease, { status: 'completed', report: { ...sampleReport, summary: hostile, claims } })
    await page.getByText('Struck out: in e1, total is 1. The check asks that it is more than 5.').waitFor()

    // The summary states the claim already: its evidence is there, and the claim is not repeated.
    expect(await page.getByRole('region', { name: 'Claims' }).getByText(hostile).count()).to.equal(0)
    // By keyboard only: from a claim to its evidence, and back.
    await page.getByRole('region', { name: 'Answer' }).getByRole('link', { name: 'Evidence e1' }).focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: 'Evidence e1' })
    await panel.getByText('queryErrors').waitFor()
    await panel
      .getByRole('img', { name: `errors over time of ${hostile}` })
      .locator('canvas')
      .waitFor()
    expect(new URL(page.url()).searchParams.get('evidence')).to.equal('e1')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await page.locator('main img, main script').count()).to.equal(0)
    expect(complaints).to.deep.equal([])
  })

  it('show evidence beside their steps while they work: the newest, until someone opens another', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(await start('What is going on?'))
    await page.getByRole('region', { name: 'Evidence' }).waitFor()
    const lease = await claim()
    const work = served.controlPlane.sessionWork
    const panel = (id: string) => page.getByRole('complementary', { name: `Evidence ${id}` })
    for (const number of [1, 2]) {
      await work.appendStep(lease, recordedStep(number), sampleUsage)
      await panel(`e${number}`)
        .getByRole('heading', { name: `${number} rows` })
        .waitFor()
    }
    expect(await page.evaluate('document.activeElement.closest("aside")'), 'nobody asked for it').to.equal(null)
    await expectAccessible(page)
    const steps = page.getByRole('region', { name: 'Steps' })
    await steps.getByRole('link', { name: 'Evidence e1' }).click()
    await panel('e1').waitFor()
    const { step, results } = recordedStep(3)
    const diff = '@@ -11,2 +11,2 @@\n export const pool = createPool(url, {\n-  connections: 50,\n+  connections: 5,'
    const e3 = {
      changes: [
        { title: 'Log the queue', diff: '+log()' },
        { title: 'Reuse one client', diff },
      ],
    }
    await work.appendStep(lease, { step, results: { ...results, e3 } }, sampleUsage)
    await steps.getByText('Step 3').waitFor()
    await panel('e1').waitFor()

    // A claim about a line of a diff shows that change, with the line marked.
    const check = {
      evidence_id: 'e3',
      pointer: '/changes/*/diff',
      operator: 'contains',
      value: 'connections: 5,',
    } as const
    const claimed: Claim = { text: 'It shrinks.', evidence_ids: ['e3'], assertion: [check], status: 'verified' }
    await work.endTurn(lease, { status: 'completed', report: { ...sampleReport, claims: [claimed] } })
    await page.getByRole('region', { name: 'Claims' }).getByRole('link', { name: 'Evidence e3' }).click()
    const shown = panel('e3').getByRole('group', { name: 'Diff' })
    await shown.getByText('12The claim refers to: +  connections: 5,').waitFor()
    expect(await shown.count(), 'only the change that the claim is about').to.equal(1)
    const again = panel('e3').getByRole('link', { name: /^Run again now/ })
    expect(await again.getAttribute('href')).to.equal(`${served.url}/api/v1/telemetry/query/errors/?limit=3`)
    await panel('e3').getByRole('button', { name: 'Copy as curl' }).waitFor()
    await expectAccessible(page)
    expect(complaints).to.deep.equal([])
  })

  it('lead with the answer and the way to roll back, with the evidence of the first claim beside them where there is room', async () => {
    const commit_sha = '4be91c7a52d04be91c7a52d04be91c7a52d0aaaa'
    const liveAt = new Date(served.time.now - 600_000).toISOString()
    const deployed = { service: 'checkout', version: '2.14.0', commit_sha, occurred_at: liveAt, monitor: false }
    await served.call('POST', '/api/v1/deployments/', {
      ...deployed,
      deployment_request: 'Ship checkout 2.14.0',
      external_url: 'https://ci.example.com/jobs/417',
    })
    const url = await start('Why do checkouts fail?')
    const lease = await claim()
    const work = served.controlPlane.sessionWork
    for (const number of [1, 2]) await work.appendStep(lease, recordedStep(number), sampleUsage)
    const claimed = (id: string, value: number): Claim => ({
      text: `It rests on ${id}.`,
      evidence_ids: [id],
      assertion: [{ evidence_id: id, pointer: '/total', operator: 'equals', value }],
      status: 'verified',
    })
    await work.endTurn(lease, {
      status: 'completed',
      report: {
        ...sampleReport,
        verdict: 'cause_found',
        cause: { kind: 'commit', commit_sha, change_id: null, mechanism: 'It shrinks the pool.' },
        onset_at: new Date(served.time.now - 300_000).toISOString(),
        first_failing_service: 'checkout',
        remediation: 'rollback',
        confidence: 0.998,
        claims: [claimed('e2', 2), claimed('e1', 1)],
      },
    })
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(url)
    const answer = page.getByRole('region', { name: 'Answer' })
    const rollBack = answer.getByRole('link', { name: 'Roll back in CI' })
    expect(await rollBack.getAttribute('href')).to.equal('https://ci.example.com/jobs/417')
    await answer.getByText('99 %').waitFor()
    const panel = page.getByRole('complementary', { name: 'Evidence e2' })
    await panel.getByText('2 rows').waitFor()
    expect(await page.evaluate('document.activeElement.closest("aside")'), 'nobody asked for it').to.equal(null)
    await expectAccessible(page)
    await takePictures(page, 'session')

    // Evidence opened from a claim shows that claim's checks, and the claim is highlighted.
    await page.getByRole('region', { name: 'Claims' }).getByRole('link', { name: 'Evidence e1' }).click()
    await page.getByRole('complementary', { name: 'Evidence e1' }).getByText('total is 1').waitFor()
    expect(await page.locator('.claims > li.on').allInnerTexts()).to.have.length(1)
    expect(new URL(page.url()).searchParams.get('claim')).to.equal('2')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await page.reload()
    await answer.waitFor()
    expect(await page.getByRole('complementary').count(), 'it stays closed').to.equal(0)
    expect(complaints).to.deep.equal([])
  })

  it('are confirmed or corrected by people, and show what they said', async () => {
    const url = await start('Why did the shop fail?')
    await served.controlPlane.sessionWork.endTurn(await claim(), { status: 'completed', report: sampleReport })
    await open(url)
    const review = page.getByRole('region', { name: 'Review' })
    await review.getByRole('button', { name: 'Correct' }).click()
    await review.getByLabel('Actual cause').fill('4be91c7a52d0')
    await review.getByLabel('First failing service').fill('payments')
    await review.getByLabel('Notes').fill(hostile)
    await expectAccessible(page)
    await takePictures(page, 'session-review')
    await review.getByRole('button', { name: 'Save correction' }).click()
    await review.getByText('Corrected', { exact: true }).waitFor()
    await review.getByText('4be91c7a52d0; payments failed first.').waitFor()
    await review.getByText(hostile).waitFor()
    expect(await page.locator('main img, main script').count()).to.equal(0)
    await page.context().clearCookies()
    await open(url, 'vic@example.com')
    expect(await review.getByRole('button', { name: 'Confirm' }).getAttribute('title')).to.contain('viewer')
    expect(complaints).to.deep.equal([])
  })

  it('are replayed step by step, by keyboard too, and show the outcome at the end', async () => {
    const url = await start('What happened when?')
    const lease = await claim()
    const work = served.controlPlane.sessionWork
    for (const number of [1, 2, 3]) await work.appendStep(lease, recordedStep(number), sampleUsage)
    await work.endTurn(lease, { status: 'completed', report: { ...sampleReport, summary: 'All is told' } })
    await open(url)
    await page.getByText('All is told').first().waitFor()
    await page.getByRole('region', { name: 'Steps' }).getByRole('button', { name: 'Replay' }).click()
    const replay = page.getByRole('region', { name: 'Replay' })
    await replay.getByText('Step 1 of 3').waitFor()
    const rows = page.getByRole('region', { name: 'Steps' }).getByRole('row')
    expect(await rows.count()).to.equal(1)
    expect(await page.getByText('All is told').count(), 'nobody knew it then').to.equal(0)
    await expectAccessible(page)
    await takePictures(page, 'session-replay')
    await replay.getByRole('slider', { name: 'Step' }).focus()
    await page.keyboard.press('ArrowRight')
    await replay.getByText('Step 2 of 3').waitFor()
    expect(new URL(page.url()).searchParams.get('step')).to.equal('2')
    await page.reload()
    await replay.getByText('Step 2 of 3').waitFor()
    expect(await rows.count()).to.equal(2)
    await replay.getByRole('button', { name: 'Play', exact: true }).click()
    await replay.getByText('Step 3 of 3').waitFor()
    await page.getByText('All is told').first().waitFor()
    await replay.getByRole('button', { name: 'Exit replay' }).click()
    await replay.waitFor({ state: 'detached' })
    expect(complaints).to.deep.equal([])
  })

  it('start from any screen by keyboard alone, and can be stopped by people with permission', async () => {
    await open('/deployments')
    await page.getByRole('heading', { name: 'Deployments', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Timeline' }).waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('What do you want to know?').waitFor()
    await page.keyboard.type('Why is it slow?')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Why is it slow?' }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Agents' }).first().click()
    await page.getByRole('link', { name: 'Why is it slow?' }).waitFor()
    await expectAccessible(page)
    expect(complaints).to.deep.equal([])
  })

  it('start from an alert, with the alert as context', async () => {
    const alertId = addAlert(served.directory, {
      organization_id: served.organizationId,
      opened_at: served.time.now,
      rule_name: 'Checkout errors',
    })
    await open(`/alerts/${alertId}`)
    await page.getByRole('button', { name: 'Ask why' }).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'alert')
    await page.keyboard.press('w')
    await page.getByRole('list', { name: 'Attached context' }).getByText('Checkout errors').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Why did the alert Checkout errors fire?' }).waitFor()
    const id = new URL(page.url()).pathname.split('/')[2] ?? ''
    const { body } = await served.call('GET', `/api/v1/agent/sessions/${id}/`)
    expect(body).to.have.nested.property('context.alert.threshold', 5)
  })

  it('are visible to viewers, with the reason why viewers cannot start one', async () => {
    await open('/agents', 'vic@example.com')
    const ask = page.getByRole('button', { name: 'Ask a question' }).first()
    await ask.waitFor()
    expect(await ask.getAttribute('aria-disabled')).to.equal('true')
    expect(await ask.getAttribute('title')).to.contain('viewer')
  })

  it('say that a session does not exist, for unknown ids', async () => {
    await open('/agents/0192f3a0-0000-7000-8000-000000000001')
    await page.getByText('There is no session 0192f3a0.').waitFor()
  })
})
