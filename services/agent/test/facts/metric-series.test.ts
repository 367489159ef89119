import type { MetricSeries } from '@signalbox/contracts'
import { expect } from 'chai'
import { readMetricSeries } from '../../src/facts/metric-series.js'

const start = Date.parse('2026-06-19T10:00:00Z')

function valuesOf(kind: MetricSeries['kind'], sent: readonly (readonly [value: number, rate: number | null])[]) {
  const points = sent.map(([value, rate], index) => ({
    timestamp: new Date(start + index * 60_000).toISOString(),
    value,
    rate,
  }))
  const series = [{ source: 'container' as const, service: 'cart', metric: 'x_total', kind, points }]
  const [facts] = readMetricSeries({ interval_seconds: 60, series, total: 1 }, 'e2')
  return facts?.points.map(([at, value]) => [(at - start) / 60_000, value])
}

describe('readMetricSeries', () => {
  const rising = [
    [100, null],
    [160, 1],
    [220, 1],
    [400, 3],
  ] as const

  it('returns per-second rates for a counter that keeps rising', () => {
    expect(valuesOf('counter', rising)).to.deep.equal([
      [1, 1],
      [2, 1],
      [3, 3],
    ])
  })

  it('leaves a counter unchanged that mostly stands still', () => {
    const still = [0, 0, 0, 0, 3, 3].map((value) => [value, value === 0 ? 0 : 0.05] as const)
    expect(valuesOf('counter', still)?.map(([, value]) => value)).to.deep.equal([0, 0, 0, 0, 3, 3])
  })

  it('leaves a counter unchanged that rises and falls: it counts per interval', () => {
    const jumping = [11, 16, 9, 12, 13, 10].map((value) => [value, 1] as const)
    expect(valuesOf('counter', jumping)?.map(([, value]) => value)).to.deep.equal([11, 16, 9, 12, 13, 10])
  })

  it('leaves a gauge unchanged, however steadily it grows', () => {
    expect(valuesOf('gauge', rising)?.map(([, value]) => value)).to.deep.equal([100, 160, 220, 400])
  })
})
