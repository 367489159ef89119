import { limits, type RateLimitClass } from '@signalbox/contracts'
import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit'
import type { RedisReply } from 'rate-limit-redis'
import { systemClock, type Clock } from '../clock.js'
import type { RedisCommand, SharedRedis } from './shared-redis.js'

export interface SharedWindowsOptions {
  redis: SharedRedis
  /** Called for each request that is allowed without being counted. */
  onUncounted: (rateLimitClass: RateLimitClass) => void
  clock?: Clock
}

/**
 * Creates request counters per class, shared by all processes with the same Redis. While it is unreachable, all
 * requests are allowed.
 */
export function createSharedWindows(options: SharedWindowsOptions): (rateLimitClass: RateLimitClass) => Store {
  return (rateLimitClass) => {
    const store = new SharedStore(rateLimitClass, options)
    // A store never reloads its scripts, even if loading them failed, so each connection gets a new one.
    options.redis.onConnected((send) => store.connect(send))
    return store
  }
}

/** A rate limit store on top of Redis stores that come and go with their connections. */
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

  /** Uses this connection from now on. */
  async connect(send: RedisCommand): Promise<void> {
    const { RedisStore } = await import('rate-limit-redis')
    const counters: Store = new RedisStore({
      // The counters' commands return nothing else.
      sendCommand: async (...command) => (await send(...command)) as RedisReply,
      prefix: `signalbox:rate:${this.#class}:`,
    })
    // A failure here shows up again at the first request.
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
