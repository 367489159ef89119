import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect } from 'chai'
import { createRateLimits, type RateBudget } from '../../src/index.js'

const startedAt = Date.UTC(2026, 0, 1)
const query: RateBudget = { class: 'query', keyId: 'a', limit: null }

function createBench(options: { failing?: boolean } = {}) {
  let now = startedAt
  const exceeded: string[] = []
  const failure = () => Promise.reject(new Error('counters are gone'))
  const rateLimits = createRateLimits({
    queryPerMinute: 2,
    ingestPerMinute: 3,
    clock: () => now,
    onExceeded: (rateLimitClass) => exceeded.push(rateLimitClass),
    ...(options.failing ? { createStore: () => ({ increment: failure, decrement: failure, resetKey: failure }) } : {}),
  })
  return {
    exceeded,
    passes: (ms: number) => {
      now += ms
    },
    check: async (budget: RateBudget) => {
      const req = new IncomingMessage(new Socket())
      const res = new ServerResponse(req)
      const verdict = await rateLimits.check(req, res, budget)
      const header = (name: string) => res.getHeader(name)?.toString()
      return { ...verdict, remaining: header('X-RateLimit-Remaining'), header }
    },
  }
}

describe('createRateLimits', () => {
  it('counts down and sets the three headers', async () => {
    const { check } = createBench()
    const first = await check(query)
    const second = await check(query)
    expect(first).to.include({ exceeded: false, remaining: '1' })
    expect(second).to.include({ exceeded: false, remaining: '0' })
    expect(first.header('X-RateLimit-Limit')).to.equal('2')
    expect(first.header('X-RateLimit-Reset')).to.equal(String(startedAt / 1_000 + 60))
    expect(first.header('Retry-After')).to.equal(undefined)
  })

  it('rejects requests over the limit with a retry time, and calls the observer', async () => {
    const { check, passes, exceeded } = createBench()
    await check(query)
    await check(query)
    passes(45_500)
    const refused = await check(query)
    expect(refused).to.include({ exceeded: true, retryAfterSeconds: 15, remaining: '0' })
    expect(refused.header('Retry-After')).to.equal('15')
    expect(exceeded).to.deep.equal(['query'])
  })

  it('starts a new window after a minute', async () => {
    const { check, passes } = createBench()
    await check(query)
    await check(query)
    passes(59_999)
    expect((await check(query)).exceeded).to.equal(true)
    passes(1)
    expect(await check(query)).to.include({ exceeded: false, remaining: '1' })
  })

  it('counts keys and classes separately', async () => {
    const { check } = createBench()
    await check(query)
    await check(query)
    expect((await check({ ...query, keyId: 'b' })).remaining).to.equal('1')
    expect((await check({ ...query, class: 'ingest' })).remaining).to.equal('2')
  })

  it("uses the key's own limit, if any", async () => {
    const { check } = createBench()
    expect((await check({ ...query, limit: 10 })).remaining).to.equal('9')
  })

  it('allows requests while the counters are unreachable', async () => {
    expect((await createBench({ failing: true }).check(query)).exceeded).to.equal(false)
  })
})
