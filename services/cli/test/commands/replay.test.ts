import { expect } from 'chai'
import { now, run } from '../support/run.js'

describe('signalbox replay', () => {
  let ran: (readonly string[])[]
  const runOffline = (args: readonly string[]) => {
    ran.push(args)
    return Promise.resolve(true)
  }
  const range = ['--topic', 'envelopes', '--from', '2026-05-17T12:00:00Z']

  beforeEach(() => {
    ran = []
  })

  it('passes topic and time to the offline program; the time ends now by default', async () => {
    expect((await run(['replay', ...range], { runOffline })).code).to.equal(0)
    const end = new Date(now).toISOString()
    expect(ran).to.deep.equal([['replay', 'envelopes', '2026-05-17T12:00:00.000Z', end]])
  })

  it('supports a dry run', async () => {
    await run(['replay', ...range, '--to', '2026-05-17T13:00:00Z', '--dry-run'], { runOffline })
    expect(ran[0]?.slice(-2)).to.deep.equal(['2026-05-17T13:00:00.000Z', '--dry-run'])
  })

  it('rejects an unknown topic, a missing time, and a time that ends before it begins', async () => {
    for (const args of [
      ['--topic', 'dead-letters', '--from', '2026-05-17T12:00:00Z'],
      ['--topic', 'spans', '--from', 'yesterday'],
      ['--topic', 'spans'],
      [...range, '--to', '2026-05-17T11:00:00Z'],
    ]) {
      expect((await run(['replay', ...args], { runOffline })).code).to.equal(2)
    }
    expect(ran).to.deep.equal([])
  })
})
