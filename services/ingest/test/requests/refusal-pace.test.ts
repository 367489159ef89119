import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { RefusalPace } from '../../src/requests/refusal-pace.js'

const { perSecond, burst, delayMsMax } = limits.body.refusals

describe('the pace of refusals', () => {
  let now = 0
  let pace: RefusalPace
  beforeEach(() => {
    now = 1_000
    pace = new RefusalPace(() => now)
  })
  const delays = (sender: string, count: number) => Array.from({ length: count }, () => pace.delayOf(sender))

  it('sends a burst at once and spaces the refusals after it', () => {
    expect(delays('a', burst).every((delay) => delay === 0)).to.equal(true)
    expect(delays('a', 3)).to.deep.equal([1, 2, 3].map((number) => (number * 1_000) / perSecond))
  })

  it('counts each sender by itself', () => {
    delays('a', 2 * burst)
    expect(pace.delayOf('b')).to.equal(0)
  })

  it('counts the addresses of an IPv6 network as one sender', () => {
    delays('2001:db8::1', burst)
    expect(pace.delayOf('2001:db8::2')).to.be.above(0)
    expect(pace.delayOf('2001:db8:0:1::1')).to.equal(0)
  })

  it('delays by the maximum at most, and not all by the same time', () => {
    const most = Math.ceil((delayMsMax / 1_000) * perSecond)
    delays('a', burst + most)
    const excess = delays('a', 100)
    expect(Math.max(...excess)).to.be.at.most(delayMsMax)
    expect(Math.min(...excess)).to.be.at.least(delayMsMax / 2)
    expect(new Set(excess.map((delay) => Math.floor(delay / 10))).size).to.be.above(30)
  })

  it('forgets what a sender was refused before', () => {
    delays('a', burst + 10)
    now += ((burst + 10) / perSecond) * 1_000
    expect(delays('a', burst).every((delay) => delay === 0)).to.equal(true)
  })

  it('stops waiting when the connection is closed', async () => {
    delays('a', burst + 100)
    const res = Object.assign(new EventEmitter(), { destroyed: false })
    const waited = pace.wait('a', res as unknown as ServerResponse)
    res.emit('close')
    await waited
    expect(res.listenerCount('close')).to.equal(0)
  })
})
