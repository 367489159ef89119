import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@signalbox/contracts'
import { OverloadedError } from '@signalbox/service-kit'
import { expect } from 'chai'
import { FairScheduler } from '../../src/requests/fair-scheduler.js'
import { auth, publicKey, startIngest } from '../ingest-server.js'

const { bytesMax, requestBytesMin } = limits.body.turn
const { waitingMax } = limits.body.allowance
const inTurn = bytesMax / requestBytesMin
const small = { headers: {}, destroyed: false }

describe('FairScheduler', () => {
  const begun: string[] = []
  let scheduler: FairScheduler
  beforeEach(() => {
    begun.length = 0
    scheduler = new FairScheduler()
  })
  const arrive = (organization: string, request = small) => {
    void scheduler.waitForTurn(organization, request).then(() => begun.push(organization))
  }
  const arriveMany = (organization: string, times: number, request = small) => {
    for (let count = 0; count < times; count += 1) arrive(organization, request)
  }
  const begunOf = (organization: string) => begun.filter((each) => each === organization).length

  it("lets another organization's request start before the rest of a burst", async () => {
    arriveMany('many', 10 * inTurn)
    await nextTurn()
    arrive('one')
    await nextTurn()
    expect(begunOf('one')).to.equal(1)
    expect(begunOf('many')).to.be.at.most(3 * inTurn)
  })

  it('starts every request of a burst, in order', async () => {
    const order: number[] = []
    const all = Array.from({ length: 5 * inTurn + 1 }, (_, number) =>
      scheduler.waitForTurn('many', small).then(() => order.push(number)),
    )
    await Promise.all(all)
    expect(order).to.deep.equal(all.map((_, number) => number))
  })

  it('counts announced bytes: a large body takes a turn of its own', async () => {
    const large = { ...small, headers: { 'content-length': String(bytesMax) } }
    arriveMany('many', 5, large)
    await Promise.resolve()
    expect(begunOf('many')).to.equal(1)
    await nextTurn()
    expect(begunOf('many')).to.be.at.most(3)
  })

  it('rejects requests of a slowed organization if too many wait, and starts all others', async () => {
    const speed = 20
    // On a clock this fast, every timer is late.
    scheduler = new FairScheduler(() => performance.now() * speed)
    const many: Promise<unknown>[] = []
    let rejected: unknown
    while (rejected === undefined) {
      for (let count = 0; count < inTurn; count += 1) {
        many.push(scheduler.waitForTurn('many', small).catch((error: unknown) => (rejected = error)))
      }
      await scheduler.waitForTurn('one', small)
      await nextTurn()
    }
    expect(rejected).to.be.instanceOf(OverloadedError)
    expect(many.length).to.be.above(waitingMax)
    // Nobody else sends any more, so everything that waited starts.
    await Promise.all(many)
  })

  it('applies to senders with DSN keys and with API keys', async () => {
    const taken: string[] = []
    const original = Object.getOwnPropertyDescriptor(FairScheduler.prototype, 'waitForTurn')
    Object.defineProperty(FairScheduler.prototype, 'waitForTurn', {
      configurable: true,
      value: (organizationId: string) => Promise.resolve(taken.push(organizationId)),
    })
    const server = await startIngest()
    try {
      const send = (path: string, body: string, headers: Record<string, string>) =>
        fetch(server.url + path, { method: 'POST', body, headers }).then(({ status }) => status)
      expect(await send(`/api/42/envelope/?${auth}`, `{"event_id":"${publicKey}"}\n{"type":"event"}\n{}`, {})).to.equal(
        200,
      )
      const authorization = 'Bearer writer'
      await send('/api/v1/telemetry/spans/', '{"spans":[]}', { authorization, 'content-type': 'application/json' })
    } finally {
      await server.close()
      if (original) Object.defineProperty(FairScheduler.prototype, 'waitForTurn', original)
    }
    expect(taken).to.have.lengthOf(2)
  })
})
