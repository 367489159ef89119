import { limits, type RateLimitClass } from '@signalbox/contracts'
import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit'
import type { Redis } from 'ioredis'
import type { RedisReply } from 'rate-limit-redis'
import { systemClock, type Clock } from '../clock.js'
import type { Component } from '../lifetime/lifecycle.js'
import type { Log } from '../logging/log.js'

export interface SharedWindowsOptions {
  /** `redis://` or `rediss://`. */
  url: string
  log: Pick<Log, 'warn' | 'info'>
  /** Told of each request that is let through uncounted. */
  onUncounted: (rateLimitClass: RateLimitClass) => void
  clock?: Clock
  /** How long a request waits for its count, in milliseconds. Default: `limits.sharedRate.commandMs`. */
  commandMs?: number
}

/** Counters of requests that several processes share. */
export interface SharedWindows extends Component {
  createStore: (rateLimitClass: RateLimitClass) => Store
}

const { pauseMs, reconnectMsMax } = limits.sharedRate

/**
 * Counts in Redis. While it is away nothing is counted and every request goes on: a request waits for Redis at most
 * `limits.sharedRate.commandMs`, and after a failure none waits for a moment. The client connects again by itself.
 */
export function createSharedWindows(options: SharedWindowsOptions): SharedWindows {
  const stores: SharedStore[] = []
  const outage = createOutage(options)
  let client: Redis | undefined
  return {
    name: 'shared rate limits',
    createStore: (rateLimitClass) => {
      const store = new SharedStore(rateLimitClass, outage, options)
      stores.push(store)
      return store
    },
    start: async () => {
      const connected = await openClient(options)
      client = connected
      const { RedisStore } = await import('rate-limit-redis')
      const send = async (...command: string[]): Promise<RedisReply> => {
        const [name = '', ...parameters] = command
        // The commands of the counters answer nothing else.
        return (await connected.call(name, ...parameters)) as RedisReply
      }
      // A store keeps its scripts for good, also when they could not be loaded: each connection gets new ones.
      connected.on('ready', () => {
        for (const store of stores) store.use((prefix) => new RedisStore({ sendCommand: send, prefix }))
      })
      connected.on('error', outage.fail)
      await connected.connect().catch(outage.fail)
    },
    stop: () => {
      client?.disconnect()
    },
  }
}

async function openClient({ url, commandMs = limits.sharedRate.commandMs }: SharedWindowsOptions): Promise<Redis> {
  const { Redis: Client } = await import('ioredis')
  return new Client(url, {
    lazyConnect: true,
    connectTimeout: reconnectMsMax,
    commandTimeout: commandMs,
    // A request must not wait until Redis is back.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(reconnectMsMax, attempt * 100),
  })
}

/** Says once that Redis is away and once that it is back. */
function createOutage({ log, clock = systemClock }: SharedWindowsOptions) {
  let pausedUntil = -Infinity
  let isTold = false
  return {
    isPaused: () => clock() < pausedUntil,
    fail: (err: unknown) => {
      pausedUntil = clock() + pauseMs
      if (!isTold) log.warn({ err }, 'requests cannot be counted in Redis; all go on until they can')
      isTold = true
    },
    succeed: () => {
      if (isTold) log.info({}, 'requests are counted in Redis again')
      isTold = false
    },
  }
}

/** A store of rate limits over a store that comes and goes. */
class SharedStore implements Store {
  readonly #class: RateLimitClass
  readonly #outage: ReturnType<typeof createOutage>
  readonly #options: SharedWindowsOptions
  #settings: Options | undefined
  #counters: Store | undefined

  constructor(rateLimitClass: RateLimitClass, outage: ReturnType<typeof createOutage>, options: SharedWindowsOptions) {
    this.#class = rateLimitClass
    this.#outage = outage
    this.#options = options
  }

  init(settings: Options): void {
    this.#settings = settings
  }

  /** Counts with a new store from now on. */
  use(create: (prefix: string) => Store): void {
    const counters = create(`signalbox:rate:${this.#class}:`)
    // What it cannot do now it says at the first request.
    if (this.#settings) Promise.resolve(counters.init?.(this.#settings)).catch(() => undefined)
    this.#counters = counters
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    if (this.#counters && !this.#outage.isPaused()) {
      try {
        const counted = await this.#counters.increment(key)
        this.#outage.succeed()
        return counted
      } catch (error) {
        this.#outage.fail(error)
      }
    }
    this.#options.onUncounted(this.#class)
    const { clock = systemClock } = this.#options
    return { totalHits: 1, resetTime: new Date(clock() + limits.rate.windowMs) }
  }

  async decrement(key: string): Promise<void> {
    await this.#counters?.decrement(key)
  }

  async resetKey(key: string): Promise<void> {
    await this.#counters?.resetKey(key)
  }
}
