import { noWarnings } from '@signalbox/service-kit'
import { expect } from 'chai'
import { outcomesMetaCodec, type RefusedCount } from '@signalbox/contracts'
import { EventLogError, type LogRecordInput } from '@signalbox/event-log'
import { eventually } from '../../../../test/support/eventually.js'
import { RefusedItems, type Refusal } from '../../src/refused-items/refused-items.js'

const minute = Date.UTC(2026, 0, 1, 0, 5)

const refusal: Refusal = {
  organizationId: 'o',
  projectId: 'p',
  kind: 'error',
  outcome: 'rate_limited',
  reason: 'key_rate_limit',
  quantity: 2,
}

function createCounter() {
  const state = { now: minute + 1_000, isAway: false, faults: 0 }
  const written: LogRecordInput[] = []
  const refusedItems = new RefusedItems({
    eventLog: {
      append: (topic, records) => {
        expect(topic).to.equal('outcomes')
        if (state.isAway) return Promise.reject(new EventLogError('unavailable', 'the log is away'))
        written.push(...records)
        return Promise.resolve()
      },
    },
    clock: () => state.now,
    metrics: {
      countItems: () => undefined,
      countRefused: () => undefined,
      countBytes: () => undefined,
      observeDecode: () => undefined,
    },
    warnings: noWarnings,
    reportFault: () => (state.faults += 1),
  })
  const counts = () => written.flatMap(({ value }) => JSON.parse(Buffer.from(value).toString()) as RefusedCount[])
  return { refusedItems, state, written, counts }
}

describe('RefusedItems', () => {
  it('sums equal counts and separates others', async () => {
    const { refusedItems, state, counts, written } = createCounter()
    refusedItems.count(refusal)
    refusedItems.count({ ...refusal, quantity: 3 })
    refusedItems.count({ ...refusal, kind: 'span' })
    state.now += 60_000
    refusedItems.count(refusal)
    await refusedItems.close()
    expect(counts().map(({ kind, minute, quantity }) => [kind, minute, quantity])).to.deep.equal([
      ['error', minute, 5],
      ['span', minute, 2],
      ['error', minute + 60_000, 2],
    ])
    expect(outcomesMetaCodec.decode(written[0]!.headers)).to.deep.equal({ writtenAt: state.now })
    expect(written[0]!.rows).to.equal(3)
  })

  it('writes periodically', async () => {
    const { refusedItems, counts } = createCounter()
    refusedItems.count(refusal)
    await eventually(() => {
      expect(counts()).to.have.length(1)
    })
    await refusedItems.close()
  })

  it('retains the counts while the log is down and writes each once', async () => {
    const { refusedItems, state, counts } = createCounter()
    state.isAway = true
    refusedItems.count(refusal)
    await refusedItems.flush()
    await refusedItems.flush()
    expect(state.faults).to.equal(1)
    state.now += 60_000
    await refusedItems.flush()
    expect(state.faults).to.equal(2)
    state.now -= 60_000
    refusedItems.count(refusal)
    state.isAway = false
    await refusedItems.flush()
    await refusedItems.close()
    expect(counts().map(({ quantity }) => quantity)).to.deep.equal([4])
  })

  it('retains a bounded number of counts and writes them in bounded records', async () => {
    const { refusedItems, counts, written } = createCounter()
    for (let index = 0; index < 11_000; index += 1) refusedItems.count({ ...refusal, projectId: String(index) })
    await refusedItems.close()
    expect(counts()).to.have.length(10_000)
    expect(written).to.have.length(10)
  })

  it('writes nothing if nothing was rejected', async () => {
    const { refusedItems, written } = createCounter()
    await refusedItems.close()
    expect(written).to.deep.equal([])
  })
})
