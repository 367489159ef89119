import { expect } from 'chai'
import { createBackoff } from '../src/backoff.js'

describe('createBackoff', () => {
  it('does not wait before the first failure and after a reset', async () => {
    const backoff = createBackoff({ baseMs: 60_000, maxMs: 60_000 })
    const { signal } = new AbortController()
    await backoff.wait(signal)
    backoff.fail()
    backoff.reset()
    await backoff.wait(signal)
    expect(backoff.failures).to.equal(0)
  })

  it('ends a pause when the signal is aborted', async () => {
    const backoff = createBackoff({ baseMs: 60_000, maxMs: 60_000 })
    backoff.fail()
    const stopping = new AbortController()
    const pause = backoff.wait(stopping.signal)
    stopping.abort()
    await pause
  })

  it('never pauses longer than the maximum', async () => {
    const backoff = createBackoff({ baseMs: 1, maxMs: 2, random: () => 0.999 })
    for (let failure = 0; failure < 2_000; failure += 1) backoff.fail()
    const startedAt = Date.now()
    await backoff.wait(new AbortController().signal)
    expect(Date.now() - startedAt).to.be.lessThan(1_000)
  })
})
