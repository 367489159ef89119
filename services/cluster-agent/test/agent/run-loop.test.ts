import { silentLog } from '@signalbox/service-kit'
import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import { createLoop } from '../../src/agent/run-loop.js'

describe('createLoop', () => {
  it('goes on after a failure, and stops when it is told to', async () => {
    let times = 0
    const work = () => {
      times += 1
      return times === 1 ? Promise.reject(new Error('once')) : Promise.resolve()
    }
    const loop = createLoop({ name: 'test', intervalMs: 1, work, log: silentLog })
    loop.start()
    await eventually(() => {
      expect(times).to.be.greaterThan(3)
    })
    await loop.stop()
    const stoppedAt = times
    await new Promise((resolve) => setImmediate(resolve))
    expect(times).to.equal(stoppedAt)
  })

  it('waits at its stop for the work that is under way', async () => {
    let finish: () => void = () => undefined
    const started = new Promise<void>((resolve) => {
      const work = async () => {
        resolve()
        await new Promise<void>((done) => (finish = done))
      }
      const loop = createLoop({ name: 'test', intervalMs: 1, work, log: silentLog })
      loop.start()
      stop = () => loop.stop()
    })
    await started
    let isStopped = false
    const stopped = stop().then(() => (isStopped = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(isStopped).to.equal(false)
    finish()
    await stopped
  })

  let stop: () => Promise<void> = () => Promise.resolve()
})
