import { expect } from 'chai'
import { PartitionReader } from '../../src/kafka/partition-reader.js'
import { reasonOf } from '../contract-records.js'

const record = (offset: number) => ({ offset, headers: {}, value: new Uint8Array(1), rows: 1 })
const recordsOf = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, index) => record(start + index))

describe('PartitionReader', () => {
  const open = ({
    oldest = 0,
    commit = () => Promise.resolve(),
  }: { oldest?: number; commit?: () => Promise<void> } = {}) =>
    new PartitionReader({
      topic: 'envelopes',
      partition: 0,
      position: { offset: 0, planEnd: undefined },
      oldest,
      limits: { rowsMax: 1_000, bytesMax: 1_000_000, waitMs: 0 },
      commit,
    })
  const push = (reader: PartitionReader, from: number, end: number) =>
    reader.push({ from, records: recordsOf(from, end) }, 1)
  const offsetsOf = (reader: PartitionReader) => {
    const batch = reader.take(10)
    return typeof batch === 'object' ? batch.records.map(({ offset }) => offset) : []
  }

  it('buffers a record once if both the old and the new leader deliver it', () => {
    const reader = open()
    push(reader, 0, 8)
    push(reader, 0, 8)
    push(reader, 4, 12)
    expect(offsetsOf(reader)).to.deep.equal(recordsOf(0, 12).map(({ offset }) => offset))
  })

  it('continues after a batch with the records that arrived before it was closed', () => {
    const reader = open()
    push(reader, 0, 8)
    expect(offsetsOf(reader)).to.have.lengthOf(8)
    push(reader, 2, 10)
    expect(offsetsOf(reader)).to.deep.equal([8, 9])
  })

  it('rejects fetches beyond its position, so that no record is skipped, until the records in between are deleted', () => {
    const reader = open()
    push(reader, 0, 4)
    expect(push(reader, 6, 8)).to.equal(false)
    expect(reader.fetchOffset).to.equal(4)
    expect(reader.skipDeleted(6)).to.equal(2)
    expect(push(reader, 6, 8)).to.equal(true)
    expect(offsetsOf(reader)).to.deep.equal([0, 1, 2, 3, 6, 7])
    expect(open({ oldest: 3 }).fetchOffset).to.equal(3)
  })

  it('rejects a plan that was committed after the partition moved to another consumer', async () => {
    let answer: () => void = () => undefined
    const reader = open({ commit: () => new Promise((resolve) => (answer = resolve)) })
    push(reader, 0, 4)
    const batch = reader.take(10)
    if (typeof batch !== 'object') throw new Error('there is a batch')
    const planning = reasonOf(reader.plan(batch))
    await Promise.resolve()
    reader.revoke()
    answer()
    expect(await planning).to.equal('reassigned')
  })
})
