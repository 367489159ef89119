import type { Warning } from '@signalbox/contracts'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startInProcess, type Answer, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { createSample, createSpan, newEventId } from '../support/telemetry.js'

const padding = 'x'.repeat(8_000)
const refusalsWanted = 3

/**
 * Sends until some requests are refused.
 * @returns the ids of acknowledged requests, and the refusals.
 */
async function fill(send: (id: string) => Promise<Answer>, acknowledged: number) {
  const stored: string[] = []
  const refusals: Answer[] = []
  while (refusals.length < refusalsWanted && stored.length < 1_000) {
    const id = newEventId()
    const answer = await send(id)
    if (answer.status === acknowledged) stored.push(id)
    else refusals.push(answer)
  }
  return { stored, refusals }
}

describe('while the log is full', () => {
  let signalbox: InProcessSignalbox

  const sendEvent = (id: string) => signalbox.sendEvent(id, padding)
  const sendSpans = (id: string) =>
    signalbox.call('POST', '/api/v1/telemetry/spans', {
      spans: [createSpan({ trace_id: id, attributes: { padding } }), createSpan({ trace_id: id, service: '' })],
    })
  const sendSamples = (id: string) =>
    signalbox.call('POST', '/api/v1/telemetry/metrics', {
      metrics: [createSample({ pod: id, metrics: { cpu_usage_cores: 1, memory_usage_bytes: 2 }, padding })],
    })

  beforeEach(async () => {
    signalbox = await startInProcess({ logBytesMax: 200_000 })
    signalbox.writer.state = 'away'
  })
  afterEach(() => signalbox.close())

  it('answers 503 with Retry-After, loses nothing acknowledged, and counts what it rejects', async () => {
    const events = await fill(sendEvent, 200)
    const spans = await fill(sendSpans, 202)
    const samples = await fill(sendSamples, 202)
    expect(events.stored).not.to.deep.equal([])
    for (const { status, headers, body } of events.refusals) {
      expect(status).to.equal(503)
      expect(Number(headers.get('retry-after'))).to.be.greaterThan(0)
      expect(body).to.deep.equal({ detail: 'failed to queue envelope' })
    }
    for (const { status, headers, body } of [...spans.refusals, ...samples.refusals]) {
      expect(status).to.equal(503)
      expect(Number(headers.get('retry-after'))).to.be.greaterThan(0)
      expect(headers.get('content-type')).to.contain('application/problem+json')
      expect(body).to.include({ code: 'log-full', status: 503 })
    }

    const { body: system } = await signalbox.call('GET', '/api/v1/system/')
    const { warnings } = system as { warnings: Warning[] }
    expect(warnings.map(({ kind }) => kind)).to.deep.equal(['log_full'])
    expect(warnings[0]?.count).to.be.at.least(refusalsWanted)

    signalbox.writer.state = 'works'
    const late = await eventually(async () => {
      const answers = await Promise.all([sendEvent(newEventId()), sendSpans(newEventId()), sendSamples(newEventId())])
      return answers.map(({ status }) => status)
    })
    // These may be refused while the log is being emptied; the ledger must balance either way.
    const [lateEvents, lateSpans, lateSamples] = [late[0] === 200, late[1] === 202, late[2] === 202].map(Number)
    const storedOf = (filled: { stored: string[] }, further = 0) => filled.stored.length + further
    await eventually(async () => {
      const ledger = await signalbox.readLedger()
      expect(ledger['error stored']).to.equal(storedOf(events, lateEvents))
      expect(ledger['span stored'] ?? 0).to.equal(storedOf(spans, lateSpans))
      expect(ledger['metric stored'] ?? 0).to.equal(2 * storedOf(samples, lateSamples))
      expect(ledger['error dropped log_full']).to.equal(refusalsWanted + 1 - lateEvents!)
      // A refused request is counted in full, including the item that would have been rejected.
      expect(ledger['span dropped log_full']).to.equal(2 * (refusalsWanted + 1 - lateSpans!))
      expect(ledger['metric dropped log_full']).to.equal(2 * (refusalsWanted + 1 - lateSamples!))
    })
    expect(await signalbox.readColumn('events', 'event_id')).to.include.members(events.stored)
    expect(await signalbox.readColumn('spans', 'trace_id')).to.include.members(spans.stored)
    expect(await signalbox.readColumn('container_metrics', 'pod')).to.include.members(samples.stored)
  })

  it('accepts the next request once the log has been drained', async () => {
    await fill(sendEvent, 200)
    signalbox.writer.state = 'works'
    await eventually(async () => {
      const bytes = (await signalbox.eventLog.lag('signalbox-consumer')).reduce((sum, lag) => sum + (lag.bytes ?? 0), 0)
      expect(bytes).to.be.lessThan(100_000)
    })
    const again = await Promise.all([sendEvent(newEventId()), sendSpans(newEventId()), sendSamples(newEventId())])
    expect(again.map(({ status }) => status)).to.deep.equal([200, 202, 202])
  })
})
