import type { Alert, AlertRuleState } from '@signalbox/contracts'
import { expect } from 'chai'
import { rollUp, sourceOf, stepsAround } from '../src/screens/alert/measured.js'
import { readAlertsSearch } from '../src/screens/alerts/alerts-search.js'

const sampleAlert: Alert = {
  ...{ id: 'a', rule_id: 'r', rule_name: 'Slow', kind: 'p95_latency', severity: 'warning', project_id: null },
  ...{ subject: null, state: 'firing', is: 'above', threshold: 1, value: 2, peak_value: 3, resolution: null },
  ...{ silence: null, told_at: null, acknowledged_at: null, acknowledged_by: null, run_id: null, run_refusal: null },
  ...{ began_at: '', opened_at: '', resolved_at: null },
}
const sampleState: AlertRuleState = {
  ...{ status: 'ok', firing: 0, pending: 0, left_out: 0, value: null, has_data: null, fault: null },
  ...{ measured_at: null, next_at: null },
}

describe("the alert list's address", () => {
  it('contains state and page unless they are the default', () => {
    expect(readAlertsSearch({ state: 'resolved', page: '2' })).to.deep.equal({ state: 'resolved', page: '2' })
    expect(readAlertsSearch({ state: 'firing', page: '1' })).to.deep.equal({})
  })
})

describe("an alert's measurements", () => {
  const minuteMs = 60_000
  const steps = { startMs: 0, endMs: 4 * minuteMs, stepMs: minuteMs, windowMs: 2 * minuteMs }
  const point = (minute: number, value: number, weight = 1) => ({ at: minute * minuteMs, value, weight })

  it('are those of the window before each minute, as the rule measures', () => {
    const { times, values } = rollUp([point(0, 1), point(1, 2), point(3, 4)], steps, 'sum', 0)
    expect(times).to.deep.equal([1, 2, 3, 4].map((minute) => minute * minuteMs))
    expect(values).to.deep.equal([1, 3, 2, 4])
    expect(rollUp([point(0, 1)], steps, 'max', null).values).to.deep.equal([1, 1, null, null])
  })

  it('are weighted by requests, and sums of long steps are those of one window', () => {
    expect(rollUp([point(0, 1, 3), point(1, 5, 1)], steps, 'mean', null).values).to.deep.equal([1, 2, 5, null])
    const long = { ...steps, stepMs: 4 * minuteMs }
    expect(rollUp([point(0, 6), point(3, 6)], long, 'sum', 0).values).to.deep.equal([6])
  })

  it('are the same in any order of the points, of which each window reads only its own', () => {
    let reads = 0
    const points = Array.from({ length: 4_000 }, (_, index) => ({
      get at() {
        reads += 1
        return ((index * 7) % 4_000) * minuteMs
      },
      value: index % 13,
      weight: 1,
    }))
    const all = { ...steps, endMs: 4_000 * minuteMs }
    const { values } = rollUp(points, all, 'max', null)
    expect(values).to.deep.equal(rollUp([...points].reverse(), all, 'max', null).values)
    reads = 0
    rollUp(points, all, 'max', null)
    // Comparing each window with every point would read sixteen million times.
    expect(reads).to.be.below(300_000)
  })

  it('cover an hour before it until it ended or now, in a limited number of steps', () => {
    const at = (minute: number) => new Date(minute * minuteMs).toISOString()
    const alert = { ...sampleAlert, began_at: at(120), opened_at: at(120), resolved_at: at(130) }
    const now = 10_000 * minuteMs
    expect(stepsAround(alert, minuteMs, now)).to.deep.include({ startMs: 60 * minuteMs, endMs: 160 * minuteMs })
    const { startMs, endMs, stepMs } = stepsAround({ ...alert, resolved_at: null }, minuteMs, now)
    expect((endMs - startMs) / stepMs).to.be.within(400, 481)
  })

  it('exist if a query answers with a series', () => {
    const settings = { id: 'r', muted_until: null, created_at: '', updated_at: '', state: sampleState, name: 'Slow' }
    const latency = { ...settings, kind: 'p95_latency' as const, service: 'checkout', value: 1, is: 'above' as const }
    expect(sourceOf(latency)).to.deep.equal({ from: 'services', measure: 'p95', service: 'checkout' })
    expect(sourceOf({ ...latency, operation: 'GET /' })).to.equal(undefined)
  })
})
