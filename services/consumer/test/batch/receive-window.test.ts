import { expect } from 'chai'
import type { LogRecordInput } from '@signalbox/event-log'
import { receiveWindowOf } from '../../src/batch/receive-window.js'
import { batchRecord, envelopeRecord, project, receivedAt } from '../support/records.js'

function windowOf(records: readonly LogRecordInput[]) {
  return receiveWindowOf(records.map((record, offset) => ({ ...record, offset })))
}

describe('receiveWindowOf', () => {
  it('reaches from the first record to the last, in any order', () => {
    const times = [receivedAt, receivedAt + 700, receivedAt - 300]
    const window = windowOf(times.map((time) => envelopeRecord('', { receivedAt: time })))
    expect(window).to.deep.equal({ startMs: receivedAt - 300, endMs: receivedAt + 700 })
  })

  it('is one moment for one record, and ignores records without a time', () => {
    const moment = { startMs: receivedAt, endMs: receivedAt }
    expect(windowOf([])).to.deep.equal({ startMs: 0, endMs: 0 })
    expect(windowOf([batchRecord({})])).to.deep.equal(moment)
    expect(windowOf([{ headers: {}, value: Buffer.alloc(0), rows: 1 }, batchRecord({})])).to.deep.equal(moment)
  })

  it('is not misled by texts that look like the field', () => {
    const named = envelopeRecord('', { project: { ...project, name: '"receivedAt":1, "receivedAt":2' } })
    expect(windowOf([named, envelopeRecord('')])).to.deep.equal({ startMs: receivedAt, endMs: receivedAt })
  })
})
