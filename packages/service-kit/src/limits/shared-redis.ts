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
  /** Timeout of a command, in milliseconds. Default: `limits.sharedRate.commandMs`. */
  commandMs?: number
}

/** Sends a command, starting with its name. Rejects if Redis is unreachable or does not respond in time. */
export type RedisCommand = (...command: string[]) => Promise<unknown>

/** Redis with counters shared by all processes; it may be unreachable at any time. */
export interface SharedRedis extends Component {
  /**
   * Counts in Redis if it is reachable. Waits at most `limits.sharedRate.commandMs` per command, and for a moment after
   * a failure does not try at all. Outage and recovery are logged once each.
   * @returns undefined if counting failed.
   */
  attempt<Counted>(count: (send: RedisCommand) => Promise<Counted>): Promise<Counted | undefined>
  /**
   * Calls the listener on each new connection, because scripts loaded earlier may be gone. Register before the start.
   */
  onConnected(listener: (send: RedisCommand) => Promise<void>): void
}

const { pauseMs, reconnectMsMax } = limits.sharedRate

/** The client reconnects automatically. */
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
  // A CommonJS module: in a bundle it only has a default export.
  const { default: ioredis } = await import('ioredis')
  return new ioredis.Redis(url, {
    lazyConnect: true,
    connectTimeout: reconnectMsMax,
    // Requests must not wait for Redis to come back.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(reconnectMsMax, attempt * 100),
  })
}

/**
 * Rejects if a response is late. If this process was busy instead, responses that have already arrived are read first;
 * plain timers, such as ioredis' own limit, would fire before them.
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

/** Logs once when Redis becomes unreachable and once when it is back. */
function createOutage({ log, clock = systemClock }: SharedRedisOptions) {
  let pausedUntil = -Infinity
  let isReported = false
  return {
    isPaused: () => clock() < pausedUntil,
    fail: (err: unknown) => {
      pausedUntil = clock() + pauseMs
      if (!isReported) log.warn({ err }, 'Redis is unavailable; requests are admitted uncounted until it recovers')
      isReported = true
    },
    succeed: () => {
      if (isReported) log.info({}, 'Redis has recovered; requests are counted again')
      isReported = false
    },
  }
}
