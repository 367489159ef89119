import { expect } from 'chai'
import { readRecord, recordHeadBytes, type EncodedRecords } from '../../src/embedded/segments/segment-format.js'
import type { StoredInput } from '../../src/single-partition/admission.js'
import { packAppends, unpackAppends, type QueuedAppend } from '../../src/embedded/pack-appends.js'

const LARGE = 100_000

function queue(
  values: readonly Uint8Array[],
  { handOver = true, id = 1, headers = '{"meta":"ü"}' } = {},
): QueuedAppend {
  const records = values.map((value, index) => {
    return { headers, value, rows: index + 1, bytes: Buffer.byteLength(headers) + value.byteLength }
  })
  const bytes = records.reduce((sum, record) => sum + record.bytes, 0)
  return { append: { kind: 'append', id, topic: 'spans', records, bytes, appendedAt: 1.5e12 }, handOver }
}

/** The records of an append as it reaches the worker. */
function decode({ pieces, sizes }: EncodedRecords) {
  const file = Buffer.concat(pieces)
  let at = 0
  return sizes.map(({ rows, bytes, appendedAt }) => {
    const record = readRecord(file, at)
    expect([record.rows, record.appendedAt]).to.deep.equal([rows, appendedAt])
    at += recordHeadBytes + bytes
    return toPlain({ ...record, bytes })
  })
}

function toPlain({ rows, headers, value, bytes }: StoredInput) {
  return { rows, headers, value: [...value], bytes }
}

describe('packAppends', () => {
  it('restores every append with its records, in order', () => {
    const small = ['one', '', 'three'].map((text) => new Uint8Array(Buffer.from(text)))
    const queued = [
      queue(small, { id: 7 }),
      queue([]),
      queue([new Uint8Array(LARGE).fill(7), ...small, new Uint8Array(LARGE).fill(8)], { id: 8 }),
      queue([new Uint8Array(LARGE).fill(9)], { handOver: false, id: 9, headers: '{}' }),
    ]
    const restored = unpackAppends(packAppends(queued).packed)
    expect(restored.map(({ id, topic, bytes }) => ({ id, topic, bytes }))).to.deep.equal(
      queued.map(({ append: { id, topic, bytes } }) => ({ id, topic, bytes })),
    )
    expect(restored.map(decode)).to.deep.equal(queued.map(({ append }) => append.records.map(toPlain)))
  })

  it('transfers large values that own their buffer only when that is allowed', () => {
    const value = new Uint8Array(LARGE)
    expect(packAppends([queue([value])]).transfer).to.include(value.buffer)
    expect(packAppends([queue([value], { handOver: false })]).transfer).not.to.include(value.buffer)
  })

  it('transfers a buffer once, however many records hold it', () => {
    const value = new Uint8Array(LARGE)
    const { transfer } = packAppends([queue([value, value])])
    expect(transfer.filter((buffer) => buffer === value.buffer)).to.have.length(1)
  })

  it('never transfers a buffer that holds more than the value', () => {
    const pooled = Buffer.from('small')
    const part = new Uint8Array(2 * LARGE).subarray(LARGE)
    const { transfer } = packAppends([queue([pooled, part])])
    expect(transfer).not.to.include(pooled.buffer)
    expect(transfer).not.to.include(part.buffer)
  })
})
