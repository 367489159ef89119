import { mock } from 'node:test'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { cutWhenSlow } from '../../src/http/cut-when-slow.js'

const { bytes: leastBytes, withinMs } = limits.body.leastRate

describe('cutWhenSlow', () => {
  let received = 0
  let cuts = 0
  let now = 0
  let stop = () => undefined as unknown

  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] })
    received = cuts = now = 0
    const req = { destroy: () => (cuts += 1) as never }
    stop = cutWhenSlow(
      req,
      () => received,
      () => now,
    )
  })
  afterEach(() => {
    stop()
    mock.timers.reset()
  })

  /** Lets an interval pass that took the process so many milliseconds. */
  const pass = (bytes: number, ms: number = withinMs) => {
    received += bytes
    now += ms
    mock.timers.tick(withinMs)
  }

  it('cuts a body of which too little arrives in one interval, however much arrived before', () => {
    pass(100 * leastBytes)
    pass(leastBytes)
    expect(cuts).to.equal(0)
    pass(leastBytes - 1)
    expect(cuts).to.equal(1)
  })

  it('judges no interval in which the process was too busy to look in time', () => {
    pass(0, 2 * withinMs)
    expect(cuts).to.equal(0)
    pass(0)
    expect(cuts).to.equal(1)
  })
})
