import type { ServicePoint } from '@signalbox/contracts'
import { expect } from 'chai'
import { deriveServiceSeries } from '../../src/facts/service-series.js'

const start = Date.parse('2026-06-19T10:00:00Z')
const minute = 60_000

function pointAt(index: number, values: Partial<ServicePoint> = {}): ServicePoint {
  return {
    timestamp: new Date(start + index * minute).toISOString(),
    requests: 0,
    errors: 0,
    p50_ms: null,
    p95_ms: null,
    error_events: 0,
    logs: { info: 0, warn: 0, error: 0 },
    ...values,
  }
}

function derive(points: readonly ServicePoint[], minutes = 10) {
  const answer = {
    interval_seconds: 60,
    one_in_traces: 1,
    services: [{ service: 'cart', points: [...points] }],
    services_left_out: 0,
  }
  const window = { start, end: start + minutes * minute }
  const series = deriveServiceSeries(answer, { window, evidence: 'e3' })
  return new Map(series.map(({ id, points: own }) => [id, own.map(([at, value]) => [(at - start) / minute, value])]))
}

describe('deriveServiceSeries', () => {
  it('derives requests, error ratios and latencies for services that trace all requests; silent minutes have none', () => {
    const busy = [0, 1, 2, 4, 5, 6].map((index) => pointAt(index, { requests: 10, errors: index, p95_ms: index * 2 }))
    const series = derive(busy)
    expect(series.get('spans:cart:requests')).to.deep.equal(
      [10, 10, 10, 0, 10, 10, 10, 0, 0, 0].map((value, index) => [index, value]),
    )
    expect(series.get('spans:cart:error_ratio')?.[3]).to.deep.equal([4, 0.4])
    expect(series.get('spans:cart:latency_p95_ms')).to.have.length(6)
  })

  it('derives no rates for services that trace only some requests', () => {
    const rare = [0, 20, 40, 60, 80, 100].map((index) => pointAt(index, { requests: 1 }))
    expect([...derive(rare, 120).keys()]).to.deep.equal([])
  })

  it('counts events over the complete window, and warnings from the first log entry on, including zeros', () => {
    const series = derive([
      pointAt(2, { logs: { info: 3, warn: 0, error: 0 } }),
      pointAt(4, { error_events: 5, logs: { info: 0, warn: 1, error: 2 } }),
    ])
    expect(series.get('errors:cart:events')).to.deep.equal(
      [0, 0, 0, 0, 5, 0, 0, 0, 0, 0].map((value, index) => [index, value]),
    )
    expect(series.get('logs:cart:warnings')).to.deep.equal(
      [0, 0, 3, 0, 0, 0, 0, 0].map((value, index) => [index + 2, value]),
    )
  })
})
