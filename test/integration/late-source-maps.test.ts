import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { EventDetail, Issue } from '@signalbox/contracts'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { postEvent, readDsnTarget, type DsnTarget } from '../support/post-envelope.js'
import { uploadSourceMaps } from '../support/upload-source-maps.js'

const fixture = new URL('../../packages/source-maps/test/fixtures/04-browser-chromium-debugid/', import.meta.url)
const minuteMs = 60_000
const resolved = 'Cart.add (../src/cart.ts:11:13)'

/** Points at which a crash may end work on a page. */
const crashes = ['before fingerprints move', 'before events are replaced', 'before the page is finished'] as const
type Crash = (typeof crashes)[number]

describe('source maps that arrive after the events', () => {
  let signalbox: InProcessSignalbox
  // Behind the clock of ingest, which corrects future events.
  let now = Date.now() - 60 * minuteMs
  let other: DsnTarget
  before(async () => {
    signalbox = await startInProcess({ controlPlaneClock: () => now })
    const { body } = await signalbox.call('POST', '/api/v1/telemetry/projects/', { name: 'other' })
    other = readDsnTarget((body as { dsn: string }).dsn)
  })
  after(() => signalbox.close())

  const event = async () => JSON.parse(await readFile(new URL('event.json', fixture), 'utf8')) as object
  const send = async (eventId: string, more: object = {}, project = signalbox.project) => {
    const payload = { ...(await event()), event_id: eventId, timestamp: now / 1_000, ...more }
    await postEvent(signalbox.url, project, payload)
    await eventually(async () => {
      expect((await detailOf(eventId)).issue_id).to.be.a('string')
    })
  }
  const detailOf = async (eventId: string): Promise<EventDetail> => {
    const { status, body } = await signalbox.call('GET', `/api/v1/telemetry/query/events/${eventId}/`)
    expect(status).to.equal(200)
    return body as EventDetail
  }
  const upload = async (project = signalbox.project) => {
    const bytes = await readFile(new URL('upload.artifactbundle.zip', fixture))
    await uploadSourceMaps(signalbox, [{ name: 'b.zip', bytes }], { project })
    now += minuteMs
  }
  const readIssue = async (id: string) => (await signalbox.call('GET', `/api/v1/issues/${id}/`)).body as Issue
  const countIssues = async () => {
    const { body } = await signalbox.call('GET', '/api/v1/issues/?limit=1')
    return (body as { total: number }).total
  }

  it("resolve the project's stored events, in the same issue with its history, and no other project's", async () => {
    const [first, elsewhere] = ['1'.repeat(32), '2'.repeat(32)]
    await send(first)
    await send(elsewhere, {}, other)
    const before = await detailOf(first)
    expect(before.stack_trace).to.not.include('cart.ts')
    const issueId = String(before.issue_id)
    await signalbox.call('PATCH', `/api/v1/issues/${issueId}/`, { status: 'archived', archive_until: 'forever' })
    await signalbox.call('POST', `/api/v1/issues/${issueId}/comments/`, { text: 'known' })
    const [kept, issues] = [await readIssue(issueId), await countIssues()]

    await upload()
    await signalbox.resymbolicate()

    const after = await detailOf(first)
    expect(after.stack_trace).to.include(resolved)
    expect(JSON.stringify(after.event)).to.include('raw_stacktrace')
    expect(after.issue_id).to.equal(issueId)
    const { status, first_seen_at } = kept
    expect(await readIssue(issueId)).to.deep.include({ status, first_seen_at })
    expect(await countIssues()).to.equal(issues)
    expect((await detailOf(elsewhere)).stack_trace).to.not.include('cart.ts')

    await send('3'.repeat(32))
    expect((await detailOf('3'.repeat(32))).issue_id, 'of later events').to.equal(issueId)
    expect(await countIssues()).to.equal(issues)
  })

  it('move an issue of events from after the upload into the older one', async () => {
    const [early, late] = ['4'.repeat(32), '5'.repeat(32)]
    const own = { fingerprint: ['{{ default }}', 'met'] }
    await send(early, own, other)
    const older = (await detailOf(early)).issue_id
    await upload(other)
    await send(late, own, other)
    expect((await detailOf(late)).issue_id).to.not.equal(older)
    await signalbox.resymbolicate()
    expect((await detailOf(early)).stack_trace).to.include(resolved)
    expect((await detailOf(late)).issue_id).to.equal(older)
    expect((await detailOf(early)).issue_id).to.equal(older)
  })

  for (const [index, crash] of crashes.entries()) {
    it(`continue after a crash ${crash}, with every event visible once throughout`, async () => {
      const { body } = await signalbox.call('POST', '/api/v1/telemetry/projects/', { name: `crash-${index}` })
      const project = readDsnTarget((body as { dsn: string }).dsn)
      const eventId = (10 + index).toString(16).padStart(32, '6')
      await send(eventId, {}, project)
      const issueId = (await detailOf(eventId)).issue_id
      const issues = await countIssues()
      await upload(project)
      const failure = await signalbox.resymbolicate(crashing(crash)).catch((error: unknown) => error)
      expect(failure).to.be.an('error', 'crashed')
      expect((await detailOf(eventId)).issue_id).to.equal(issueId)
      await signalbox.resymbolicate()
      now += 5 * minuteMs
      await signalbox.resymbolicate()
      const detail = await detailOf(eventId)
      expect(detail.stack_trace).to.include(resolved)
      expect(detail.issue_id).to.equal(issueId)
      expect(await countIssues()).to.equal(issues)
      const ids = await signalbox.readColumn('events', 'event_id')
      expect(ids.filter((id) => id === eventId)).to.have.length(1)
    })
  }
})

/** Ends the work where a process would be killed. */
function crashing(at: Crash): NonNullable<Parameters<InProcessSignalbox['resymbolicate']>[0]> {
  const fail = () => Promise.reject(new Error('killed'))
  return ({ resymbolications, reviser }) => ({
    resymbolications: {
      ...resymbolications,
      ...(at === 'before fingerprints move' && { moveFingerprints: fail }),
      ...(at === 'before the page is finished' && { finishPage: fail }),
    },
    reviser: { ...reviser, ...(at === 'before events are replaced' && { reviseEvents: fail }) },
  })
}
