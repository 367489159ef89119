import { expect } from 'chai'
import { drainLog } from '../../src/promote/drain-log.js'

describe('drainLog', () => {
  const lagOf = (envelopes: number, deadLetters: number) => [
    { topic: 'envelopes' as const, partition: 0, committed: 0, records: envelopes, bytes: 0 },
    { topic: 'dead-letters' as const, partition: 0, committed: 0, records: deadLetters, bytes: 0 },
  ]

  it('waits until the consumer has everything, and reports how much is left', async () => {
    const lags = [lagOf(5, 2), lagOf(1, 2), lagOf(0, 2), lagOf(9, 9)]
    const told: number[] = []
    await drainLog({ lag: () => Promise.resolve(lags.shift() ?? []) }, { onWaiting: (n) => told.push(n), everyMs: 0 })
    expect(told).to.deep.equal([5, 1, 0])
  })

  it('fails if the log does', async () => {
    const lag = () => Promise.reject(new Error('the disk is gone'))
    const failure = await drainLog({ lag }, { onWaiting: () => undefined }).catch((error: unknown) => error)
    expect(failure).to.have.property('message', 'the disk is gone')
  })
})
