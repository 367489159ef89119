import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { splitBatches, type MetricItem } from '../../src/agent/split-batches.js'

const item: MetricItem = {
  timestamp: '2026-05-17T12:00:00.000Z',
  cluster: 'prod',
  node: 'node-a',
  namespace: '',
  pod: '',
  container: '',
  metrics: { up: 1 },
}

describe('splitBatches', () => {
  const readSizes = (items: readonly MetricItem[]) =>
    splitBatches(items).map(({ text, samples }) => {
      const { metrics } = JSON.parse(text) as { metrics: MetricItem[] }
      expect(metrics).to.have.lengthOf(samples)
      return samples
    })

  it("preserves order, and stays within Signalbox's limits per request", () => {
    const many = Array.from({ length: 4_500 }, (_, index) => ({ ...item, metrics: { index } }))
    expect(readSizes(many)).to.deep.equal([2_000, 2_000, 500])
    const read = splitBatches(many).flatMap(({ text }) => (JSON.parse(text) as { metrics: MetricItem[] }).metrics)
    expect(read).to.deep.equal(many)
    const names = Array.from({ length: limits.metric.namesMax }, (_, index) => String(index).padEnd(200, 'x'))
    const large = { ...item, metrics: Object.fromEntries(names.map((name) => [name, 1])) }
    for (const { text } of splitBatches(Array.from({ length: 2_000 }, () => large))) {
      expect(text.length).to.be.lessThan(limits.body.telemetryBytesMax / 2)
    }
  })

  it('makes no request for no samples', () => {
    expect(splitBatches([])).to.deep.equal([])
  })
})
