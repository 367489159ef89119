import { limits, type RateLimitClass } from '@signalbox/contracts'
import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit'
import type { RedisReply } from 'rate-limit-redis'
import { systemClock, type Clock } from '../clock.js'
import type { RedisCommand, SharedRedis } from './shared-redis.js'

export interface SharedWindowsOptions {
  redis: SharedRedis
  /** Told of each request that is let through uncounted. */
  onUncounted: (rateLimitClass: RateLimitClass) => void
  clock?: Clock
}

/** Makes the counters of requests of a class, shared by all processes of a Redis. While that is away, all requests go on. */
export function createSharedWindows(options: SharedWindowsOptions): (rateLimitClass: RateLimitClass) => Store {
  return (rateLimitClass) => {
    const store = new SharedStore(rateLimitClass, options)
    // A store keeps its scripts for good, also when they could not be loaded: each connection gets a new one.
    options.redis.onConnected((send) => store.connect(send))
    return store
  }
}

/** A store of rate limits over a store that comes and goes. */
class SharedStore implements Store {
  readonly #class: RateLimitClass
  readonly #options: SharedWindowsOptions
  #settings: Options | undefined
  #counters: Store | undefined

  constructor(rateLimitClass: RateLimitClass, options: SharedWindowsOptions) {
    this.#class = rateLimitClass
    this.#options = options
  }

  init(settings: Options): void {
    this.#settings = settings
  }

  /** Counts over this connection from now on. */
  async connect(send: RedisCommand): Promise<void> {
    const { RedisStore } = await import('rate-limit-redis')
    const counters: Store = new RedisStore({
      // The commands of the counters answer nothing else.
      sendCommand: async (...command) => (await send(...command)) as RedisReply,
      prefix: `signalbox:rate:${this.#class}:`,
    })
    // What it cannot do now it says at the first request.
    if (this.#settings) Promise.resolve(counters.init?.(this.#settings)).catch(() => undefined)
    this.#counters = counters
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    const { redis, onUncounted, clock = systemClock } = this.#options
    const counters = this.#counters
    const counted = counters && (await redis.attempt(async () => counters.increment(key)))
    if (counted) return counted
    onUncounted(this.#class)
    return { totalHits: 1, resetTime: new Date(clock() + limits.rate.windowMs) }
  }

  async decrement(key: string): Promise<void> {
    await this.#counters?.decrement(key)
  }

  async resetKey(key: string): Promise<void> {
    await this.#counters?.resetKey(key)
  }
}
