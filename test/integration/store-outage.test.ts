import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { createSample, createSpan, newEventId } from '../support/telemetry.js'

const requests = 12

interface Sent {
  spanIds: string[]
  pods: string[]
  eventIds: string[]
}

/** Posts requests of every kind in parallel, and checks that each is acknowledged. */
async function sendAll(signalbox: InProcessSignalbox): Promise<Sent> {
  const spans = Array.from({ length: requests }, () => [createSpan(), createSpan()])
  const samples = Array.from({ length: requests }, () => [createSample(), createSample(), createSample()])
  const eventIds = Array.from({ length: requests }, newEventId)
  const answers = await Promise.all([
    ...spans.map((batch) => signalbox.call('POST', '/api/v1/telemetry/spans', { spans: batch })),
    ...samples.map((batch) => signalbox.call('POST', '/api/v1/telemetry/metrics', { metrics: batch })),
    ...eventIds.map((id) => signalbox.sendEvent(id, 'card declined')),
  ])
  expect(new Set(answers.slice(0, 2 * requests).map(({ status }) => status))).to.deep.equal(new Set([202]))
  expect(new Set(answers.slice(2 * requests).map(({ status }) => status))).to.deep.equal(new Set([200]))
  return {
    spanIds: spans.flat().map((span) => span.span_id),
    pods: samples.flat().map((sample) => sample.pod),
    eventIds,
  }
}

/** Everything acknowledged is stored once, and the ledger has nothing else. */
async function expectStoredOnce(signalbox: InProcessSignalbox, sent: Sent): Promise<void> {
  await eventually(async () => {
    expect(await signalbox.readLedger()).to.deep.equal({
      'span stored': sent.spanIds.length,
      'metric stored': sent.pods.length,
      'error stored': sent.eventIds.length,
    })
  })
  expect(await signalbox.readColumn('spans', 'span_id')).to.have.members(sent.spanIds)
  expect(await signalbox.readColumn('root_spans', 'span_id')).to.have.members(sent.spanIds)
  expect(await signalbox.readColumn('container_metrics', 'pod')).to.have.members(sent.pods)
  expect(await signalbox.readColumn('events', 'event_id')).to.have.members(sent.eventIds)
}

const merge = (parts: Sent[]): Sent => ({
  spanIds: parts.flatMap(({ spanIds }) => spanIds),
  pods: parts.flatMap(({ pods }) => pods),
  eventIds: parts.flatMap(({ eventIds }) => eventIds),
})

describe('while the store is down', () => {
  let signalbox: InProcessSignalbox

  beforeEach(async () => {
    signalbox = await startInProcess()
  })
  afterEach(() => signalbox.close())

  it('acknowledges every request, and stores each item exactly once when the store is back', async () => {
    signalbox.writer.state = 'away'
    const sent = await sendAll(signalbox)
    // All three topics have failed at least once.
    await eventually(() => {
      expect(signalbox.writer.failures).to.be.greaterThan(5)
    })
    expect(await signalbox.readColumn('spans', 'span_id')).to.deep.equal([])
    signalbox.writer.state = 'works'
    await expectStoredOnce(signalbox, sent)
  })

  it('stores each item exactly once if writes fail after they took effect', async () => {
    signalbox.writer.state = 'breaks-after-write'
    const first = await sendAll(signalbox)
    await eventually(() => {
      expect(signalbox.writer.writtenAndFailed).to.be.greaterThan(5)
    })
    const second = await sendAll(signalbox)
    signalbox.writer.state = 'works'
    await expectStoredOnce(signalbox, merge([first, second]))
  })

  it('stores each item exactly once if the consumer stops before its write is confirmed', async () => {
    signalbox.writer.state = 'breaks-after-write'
    const first = await sendAll(signalbox)
    await eventually(() => {
      expect(signalbox.writer.writtenAndFailed).to.be.greaterThan(2)
    })
    await signalbox.restartConsumer()
    const second = await sendAll(signalbox)
    signalbox.writer.state = 'works'
    await expectStoredOnce(signalbox, merge([first, second]))
  })

  it('stores each item exactly once if the store restarts repeatedly under load', async () => {
    const sent: Sent[] = []
    for (const state of ['breaks-after-write', 'works', 'away', 'works', 'away', 'breaks-after-write'] as const) {
      signalbox.writer.state = state
      sent.push(await sendAll(signalbox))
    }
    signalbox.writer.state = 'works'
    await expectStoredOnce(signalbox, merge(sent))
  })
})
