import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { runWithin } from '../../src/lifetime/run-within.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Work that ends only on demand, while garbage is collected. */
async function waitForEnd(signal: AbortSignal): Promise<never> {
  const ended = once(signal, 'abort')
  for (let round = 0; round < 3; round += 1) {
    collectGarbage()
    await delay(5)
  }
  await ended
  throw signal.reason
}

describe('runWithin', () => {
  it('returns the result of the work', async () => {
    const limit = { withinMs: 60_000, signal: new AbortController().signal }
    expect(await runWithin(limit, () => Promise.resolve('done'))).to.equal('done')
  })

  it('aborts slow work with a TimeoutError, even after garbage collection', async () => {
    const limit = { withinMs: 50, signal: new AbortController().signal }
    const error = await runWithin(limit, waitForEnd).catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(DOMException).and.to.have.property('name', 'TimeoutError')
  })

  it('stops when the given signal is aborted', async () => {
    const controller = new AbortController()
    const reason = new Error('stopping')
    const running = runWithin({ withinMs: 60_000, signal: controller.signal }, async (signal) => {
      await once(signal, 'abort')
      throw signal.reason
    })
    controller.abort(reason)
    expect(await running.catch((error: unknown) => error)).to.equal(reason)
  })
})
