import { expect } from 'chai'
import { PartitionReader } from '../../src/kafka/partition-reader.js'

const record = (offset: number) => ({ offset, headers: {}, value: new Uint8Array(1), rows: 1 })
const records = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => record(start + index))

describe('PartitionReader', () => {
  const open = () =>
    new PartitionReader({
      topic: 'envelopes',
      partition: 0,
      position: { offset: 0, planEnd: undefined },
      limits: { rowsMax: 1_000, bytesMax: 1_000_000, waitMs: 0 },
      commit: () => Promise.resolve(),
    })
  const offsetsOf = (reader: PartitionReader) => {
    const batch = reader.take(10)
    return typeof batch === 'object' ? batch.records.map(({ offset }) => offset) : []
  }

  it('has a record once that is handed out by the old and by the new leader of the partition', () => {
    const reader = open()
    reader.push(records(0, 8), 1)
    reader.push(records(0, 8), 2)
    reader.push(records(4, 12), 3)
    expect(offsetsOf(reader)).to.deep.equal(records(0, 12).map(({ offset }) => offset))
  })

  it('goes on after a batch with what came before it was cut', () => {
    const reader = open()
    reader.push(records(0, 8), 1)
    expect(offsetsOf(reader)).to.have.lengthOf(8)
    reader.push(records(2, 10), 2)
    expect(offsetsOf(reader)).to.deep.equal([8, 9])
  })
})
