import type { Omission } from '@signalbox/contracts'
import { expect } from 'chai'
import { divideBatch, type BatchPart } from '../../../src/receivers/batch/divide-batch.js'
import { createSpanBatch } from '../../../src/receivers/spans/span-batch.js'

const batch = createSpanBatch({ clock: () => 0, retentionDays: 30 })
const omission = (index: number): Omission => {
  return { index, kind: 'span', outcome: 'dropped', reason: 'invalid_span', quantity: 1 }
}
const items = ['AA', 'bb', 'none', 'aa', 'cc'].map((trace_id, index) => ({ trace_id, index }))
const whole: BatchPart = { value: Buffer.from('as it came'), encoding: 'gzip', omitted: [omission(2)], rows: 4 }
const divide = (partitionOf: (topic: string, key: string) => number) =>
  divideBatch({ batch, items, log: { partitionOf } }, whole)
const itemsOf = ({ value }: BatchPart): unknown => JSON.parse(Buffer.from(value).toString())

describe('divideBatch', () => {
  it('leaves a request unchanged that belongs to one partition', () => {
    expect(divide(() => 0)).to.deep.equal([{ ...whole, partitionKey: 'aa' }])
  })

  it('groups the spans of a trace, and lists rejected items once', () => {
    const parts = divide((_topic, key) => (key === 'aa' ? 0 : 1))
    expect(parts.map(itemsOf)).to.deep.equal([{ spans: [items[0], items[3]] }, { spans: [items[1], items[4]] }])
    expect(parts.map(({ omitted, rows, encoding }) => ({ omitted, rows, encoding }))).to.deep.equal([
      { omitted: [omission(2)], rows: 2, encoding: 'identity' },
      { omitted: [], rows: 2, encoding: 'identity' },
    ])
  })
})
