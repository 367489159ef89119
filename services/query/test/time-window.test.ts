import { ServiceError } from '@signalbox/contracts'
import { expect } from 'chai'
import { resolveHoursBack, resolveTimeWindow } from '../src/selection/time-window.js'

const nowMs = Date.UTC(2026, 5, 10, 12)
const hourMs = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

function refusalOf(action: () => unknown): ServiceError {
  try {
    action()
  } catch (error) {
    if (error instanceof ServiceError) return error
  }
  throw new Error('Expected a refusal')
}

describe('time window', () => {
  it('reaches back from now, and an hour ahead of it without an end', () => {
    expect(resolveTimeWindow({ since: '6h' }, nowMs)).to.deep.equal({
      startMs: nowMs - 6 * hourMs,
      endMs: nowMs,
      untilMs: nowMs + hourMs,
    })
  })

  it('prefers start to since', () => {
    const window = resolveTimeWindow({ since: '1h', start: iso(nowMs - 1000) }, nowMs)
    expect(window.startMs).to.equal(nowMs - 1000)
  })

  it('ends exactly at the given end, and counts since from it', () => {
    const end = nowMs - 48 * hourMs
    expect(resolveTimeWindow({ since: '1h', end: iso(end) }, nowMs)).to.deep.equal({
      startMs: end - hourMs,
      endMs: end,
      untilMs: end,
    })
  })

  it('accepts an end in the future', () => {
    expect(resolveTimeWindow({ since: '1h', end: iso(nowMs + hourMs) }, nowMs).untilMs).to.equal(nowMs + hourMs)
  })

  it('rejects a start that is not before the end, naming it', () => {
    for (const start of [nowMs, nowMs + 1]) {
      const query = { since: '1h', start: iso(start), end: iso(nowMs) } as const
      const refusal = refusalOf(() => resolveTimeWindow(query, nowMs))
      expect(refusal.code).to.equal('invalid-parameters')
      expect(refusal.faults).to.deep.include({ in: 'query', name: 'start', detail: 'must be before end' })
    }
  })

  it('rejects a range longer than 400 days', () => {
    const start = nowMs - 400 * 24 * hourMs
    expect(resolveTimeWindow({ since: '1h', start: iso(start), end: iso(nowMs) }, nowMs).startMs).to.equal(start)
    const refusal = refusalOf(() => resolveTimeWindow({ since: '1h', start: iso(start - 1), end: iso(nowMs) }, nowMs))
    expect(refusal.faults[0]).to.include({ name: 'start' })
  })

  it('counts hours back from the end', () => {
    const end = nowMs - 5 * hourMs
    expect(resolveHoursBack({ hours_back: 2, end: iso(end) }, nowMs).startMs).to.equal(end - 2 * hourMs)
  })
})
