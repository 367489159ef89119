import { expect } from 'chai'
import type { LogRecordInput } from '@signalbox/event-log'
import { receiveSpanMsOf } from '../../src/batch/receive-span.js'
import { batchRecord, envelopeRecord, project, receivedAt } from '../support/records.js'

function spanOf(records: readonly LogRecordInput[]): number {
  return receiveSpanMsOf(records.map((record, offset) => ({ ...record, offset })))
}

describe('receiveSpanMsOf', () => {
  it('is the longest time between two records, in whatever order they lie', () => {
    const times = [receivedAt, receivedAt + 700, receivedAt - 300]
    expect(spanOf(times.map((time) => envelopeRecord('', { receivedAt: time })))).to.equal(1_000)
  })

  it('is 0 for one record, none, and records that do not say', () => {
    expect(spanOf([])).to.equal(0)
    expect(spanOf([batchRecord({})])).to.equal(0)
    expect(spanOf([{ headers: {}, value: Buffer.alloc(0), rows: 1 }, batchRecord({})])).to.equal(0)
  })

  it('is not led astray by texts that look like the field', () => {
    const named = envelopeRecord('', { project: { ...project, name: '"receivedAt":1, "receivedAt":2' } })
    expect(spanOf([named, envelopeRecord('')])).to.equal(0)
  })
})
