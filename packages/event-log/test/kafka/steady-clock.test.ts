import { createRequire } from 'node:module'
import { expect } from 'chai'
import { patchClock } from '../../src/kafka/steady-clock.js'

interface SentRequest {
  sentAt: number
  send(): void
}

const hourMs = 3_600_000

describe('client requests', () => {
  const realNow = Date.now

  afterEach(() => {
    Date.now = realNow
  })

  for (const jumpMs of [-hourMs, hourMs]) {
    it(`retain their age when the clock is set ${jumpMs < 0 ? 'back' : 'forward'} by an hour`, () => {
      patchClock()
      const file = 'kafkajs/src/network/requestQueue/socketRequest'
      const Request = createRequire(import.meta.url)(file) as new (options: object) => SentRequest
      const request = new Request({ entry: { correlationId: 1 }, expectResponse: true, send: () => undefined })
      request.send()
      Date.now = () => realNow() + jumpMs
      expect(Date.now() - request.sentAt).to.be.within(-hourMs / 60, hourMs / 60)
    })
  }
})
