import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createRateLimits } from '@signalbox/service-kit'
import { expect } from 'chai'
import { createSharedRedis } from '../../packages/service-kit/src/limits/shared-redis.js'
import { createSharedWindows } from '../../packages/service-kit/src/limits/shared-windows.js'
import { findFreePorts } from '../support/free-ports.js'
import { startRedis, type RedisServer } from '../support/distributed/redis-server.js'
import { eventually } from '../support/eventually.js'

const limit = 3

/** One of several processes that share counters. */
interface Counting {
  /** Log messages for operators. */
  log: string[]
  state: { now: number; uncounted: number }
  /** Counts a request. @returns whether it is over the limit, and its headers as numbers. */
  count(keyId?: string): Promise<{ exceeded: boolean; header: (name: string) => number }>
  stop(): void
}

/** @param commandMs Long by default, because busy machines are not the subject of most of these tests. */
async function startCounting(url: string, commandMs = 5_000): Promise<Counting> {
  const log: string[] = []
  const note = (_fields: unknown, message: string) => {
    log.push(message)
  }
  const state = { now: Date.now(), uncounted: 0 }
  const onUncounted = () => {
    state.uncounted += 1
  }
  const clock = () => state.now
  const redis = createSharedRedis({ url, log: { warn: note, info: note }, clock, commandMs })
  const createStore = createSharedWindows({ redis, onUncounted, clock })
  const rateLimits = createRateLimits({ queryPerMinute: limit, ingestPerMinute: 1, createStore })
  await redis.start()
  return {
    log,
    state,
    count: async (keyId = 'key') => {
      const req = new IncomingMessage(new Socket())
      const res = new ServerResponse(req)
      const { exceeded } = await rateLimits.check(req, res, { class: 'query', keyId, limit: null })
      return { exceeded, header: (name) => Number(res.getHeader(name)) }
    },
    stop: () => void redis.stop(),
  }
}

describe('rate limits shared by processes', () => {
  let redis: RedisServer
  const started: Counting[] = []

  const start = async (commandMs?: number) => {
    const counting = await startCounting(redis.url, commandMs)
    started.push(counting)
    await eventually(async () => {
      const uncounted = counting.state.uncounted
      await counting.count('warm up')
      counting.state.now += 2_000
      expect(counting.state.uncounted).to.equal(uncounted)
    })
    counting.state.uncounted = 0
    counting.log.length = 0
    return counting
  }

  beforeEach(async () => {
    redis = await startRedis()
  })
  afterEach(async () => {
    redis.resume()
    for (const counting of started.splice(0)) counting.stop()
    await redis.kill()
  })

  it('count the requests of a key across processes, with the headers of a single process', async () => {
    const [first, second] = [await start(), await start()]
    const remaining: number[] = []
    for (const process of [first, second, first]) {
      const { exceeded, header } = await process.count()
      expect(exceeded).to.equal(false)
      remaining.push(header('X-RateLimit-Remaining'))
    }
    expect(remaining).to.deep.equal([2, 1, 0])
    const { exceeded, header } = await second.count()
    expect(exceeded).to.equal(true)
    expect(header('X-RateLimit-Limit')).to.equal(limit)
    expect(header('X-RateLimit-Reset') - Date.now() / 1_000).to.be.within(0, 61)
    expect((await first.count('another key')).exceeded).to.equal(false)
  })

  it('allow every request while Redis is down, log it once, and resume when it is back', async () => {
    const counting = await start()
    for (let request = 0; request < limit + 1; request += 1) await counting.count()
    await redis.kill()
    for (let request = 0; request < 20; request += 1) {
      const { exceeded, header } = await counting.count()
      expect(exceeded).to.equal(false)
      expect(header('X-RateLimit-Remaining')).to.equal(limit - 1)
      counting.state.now += 500
    }
    expect(counting.state.uncounted).to.equal(20)
    expect(counting.log).to.have.length(1)
    await redis.restart()
    await eventually(async () => {
      counting.state.now += 2_000
      expect((await counting.count()).exceeded).to.equal(true)
    })
    expect(counting.log).to.have.length(2)
  })

  it('make one request wait for a hanging Redis, then none for a while', async () => {
    const counting = await start(200)
    redis.pause()
    expect((await counting.count()).exceeded).to.equal(false)
    redis.resume()
    for (let request = 0; request < 10; request += 1) await counting.count()
    expect(counting.state.uncounted).to.equal(11)
    await eventually(async () => {
      counting.state.now += 2_000
      const before = counting.state.uncounted
      await counting.count()
      expect(counting.state.uncounted).to.equal(before)
    })
  })

  it('use a response that arrived while this process was too busy to read it', async () => {
    const counting = await start(1_000)
    redis.pause()
    const counted = counting.count()
    await new Promise(setImmediate)
    redis.resume()
    const busyUntil = performance.now() + 1_500
    while (performance.now() < busyUntil);
    await counted
    expect(counting.state.uncounted).to.equal(0)
  })

  it('work without Redis at startup', async () => {
    const [port = 0] = await findFreePorts(1)
    const alone = await startCounting(`redis://127.0.0.1:${port}`)
    started.push(alone)
    expect((await alone.count()).exceeded).to.equal(false)
    expect(alone.log).to.have.length(1)
  })
})
