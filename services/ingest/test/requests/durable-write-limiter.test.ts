import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { DurableWriteSlot, DurableWriteLimiter } from '../../src/requests/durable-write-limiter.js'
import { eventually } from '../../../../test/support/eventually.js'

const { max, bytesMax, sharedMs } = limits.body.unanswered

describe('durable write limits', () => {
  let now = 0
  let all: DurableWriteLimiter
  beforeEach(() => {
    all = new DurableWriteLimiter(() => now)
  })
  const begin = (organization: string, count: number, bytes = 1): { begun: number; end: () => void } => {
    const requests = Array.from({ length: count }, () => new DurableWriteSlot(all))
    const state = {
      begun: 0,
      end: () => {
        for (const request of requests) request.end()
      },
    }
    for (const request of requests) void request.begin(organization, bytes).then(() => (state.begun += 1))
    return state
  }

  it('do not apply while no other organization sends', async () => {
    const many = begin('many', 3 * max)
    await eventually(() => {
      expect(many.begun).to.equal(3 * max)
    })
  })

  it('allow few requests of each organization while another one sends', async () => {
    const one = begin('one', 1)
    const first = begin('many', max)
    const rest = begin('many', max + 1)
    const other = begin('one', max - 1)
    await eventually(() => {
      expect([one.begun, first.begun, rest.begun, other.begun]).to.deep.equal([1, max, 0, max - 1])
    })
    first.end()
    await eventually(() => {
      expect(rest.begun).to.equal(max)
    })
    now += sharedMs
    rest.end()
    await eventually(() => {
      expect(rest.begun).to.equal(max + 1)
    })
  })

  it('allow few large requests of each organization while another one sends, and at least one', async () => {
    begin('one', 1)
    const large = begin('many', 10, bytesMax / 4)
    await eventually(() => {
      expect(large.begun).to.equal(4)
    })
    const alone = begin('other', 3, 2 * bytesMax)
    await eventually(() => {
      expect([large.begun, alone.begun]).to.deep.equal([4, 1])
    })
    large.end()
    alone.end()
    await eventually(() => {
      expect([large.begun, alone.begun]).to.deep.equal([8, 2])
    })
  })
})
