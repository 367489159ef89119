import { limits } from '@signalbox/contracts'
import type { Redis } from 'ioredis'
import { systemClock, type Clock } from '../clock.js'
import type { Component } from '../lifetime/lifecycle.js'
import type { Log } from '../logging/log.js'

export interface SharedRedisOptions {
  /** `redis://` or `rediss://`. */
  url: string
  log: Pick<Log, 'warn' | 'info'>
  clock?: Clock
  /** How long a command waits for its answer, in milliseconds. Default: `limits.sharedRate.commandMs`. */
  commandMs?: number
}

/** Sends a command, its name first. Rejects when Redis is away or does not answer in time. */
export type RedisCommand = (...command: string[]) => Promise<unknown>

/** The Redis in which processes count together, for as long as it is there. */
export interface SharedRedis extends Component {
  /**
   * Counts in Redis, if that can be done now. Waits at most `limits.sharedRate.commandMs` for each command, and not at all
   * for a moment after a failure. That Redis is away, and that it is back, the log says once each.
   * @returns undefined when nothing could be counted.
   */
  attempt<Counted>(count: (send: RedisCommand) => Promise<Counted>): Promise<Counted | undefined>
  /** Called at each connection: what an earlier one had loaded into Redis may be gone. To be called before the start. */
  onConnected(listener: (send: RedisCommand) => Promise<void>): void
}

const { pauseMs, reconnectMsMax } = limits.sharedRate

/** The client connects again by itself. */
export function createSharedRedis(options: SharedRedisOptions): SharedRedis {
  const outage = createOutage(options)
  const commandsOf = (opened: Redis): RedisCommand => {
    const { commandMs = limits.sharedRate.commandMs } = options
    return (name = '', ...parameters) => refuseLate(opened.call(name, ...parameters), commandMs)
  }
  const listeners: ((send: RedisCommand) => Promise<void>)[] = []
  let client: Redis | undefined
  return {
    name: 'shared counters',
    attempt: async (count) => {
      if (client === undefined || outage.isPaused()) return undefined
      try {
        const counted = await count(commandsOf(client))
        outage.succeed()
        return counted
      } catch (error) {
        outage.fail(error)
        return undefined
      }
    },
    onConnected: (listener) => {
      listeners.push(listener)
    },
    start: async () => {
      const opened = await openClient(options)
      client = opened
      let prepared: Promise<unknown> = Promise.resolve()
      opened.on('ready', () => {
        prepared = Promise.all(listeners.map((listener) => listener(commandsOf(opened)))).catch(outage.fail)
      })
      opened.on('error', outage.fail)
      await opened.connect().catch(outage.fail)
      await prepared
    },
    stop: () => {
      client?.disconnect()
    },
  }
}

async function openClient({ url }: SharedRedisOptions): Promise<Redis> {
  // CommonJS: of such a module a bundle has nothing but the default.
  const { default: ioredis } = await import('ioredis')
  return new ioredis.Redis(url, {
    lazyConnect: true,
    connectTimeout: reconnectMsMax,
    // A request must not wait until Redis is back.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(reconnectMsMax, attempt * 100),
  })
}

/**
 * Rejects when an answer is late: not when this process was, so what has arrived meanwhile is read first, which timers alone would
 * come before (as ioredis' own limit does).
 */
async function refuseLate<T>(answer: Promise<T>, withinMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      setImmediate(reject, new Error(`Redis did not answer within ${withinMs} ms`))
    }, withinMs)
  })
  return Promise.race([answer, late]).finally(() => {
    clearTimeout(timer)
  })
}

/** Says once that Redis is away and once that it is back. */
function createOutage({ log, clock = systemClock }: SharedRedisOptions) {
  let pausedUntil = -Infinity
  let isTold = false
  return {
    isPaused: () => clock() < pausedUntil,
    fail: (err: unknown) => {
      pausedUntil = clock() + pauseMs
      if (!isTold) log.warn({ err }, 'Redis is unavailable; requests are admitted uncounted until it recovers')
      isTold = true
    },
    succeed: () => {
      if (isTold) log.info({}, 'Redis has recovered; requests are counted again')
      isTold = false
    },
  }
}
