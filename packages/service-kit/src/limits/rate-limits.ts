import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits, type RateLimitClass } from '@signalbox/contracts'
import { rateLimit, type Store } from 'express-rate-limit'
import { systemClock, type Clock } from '../clock.js'
import type { Log } from '../logging/log.js'
import { createWindowStore } from './window-store.js'

/** Budget that a request is charged to. Each key has one per class. */
export interface RateBudget {
  class: RateLimitClass
  keyId: string
  /** Requests per minute; null for the class's default. */
  limit: number | null
}

export interface RateVerdict {
  exceeded: boolean
  /** Whole seconds until the window ends, at least 1; 0 if the limit is not exceeded. */
  retryAfterSeconds: number
}

/** Counts requests, for Express routes and plain handlers. */
export interface RateLimits {
  /**
   * Counts one request and sets `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds), and `Retry-After` if the
   * limit is exceeded. The caller must respond. If the counters are unreachable, the request is allowed.
   */
  check(req: IncomingMessage, res: ServerResponse, budget: RateBudget): Promise<RateVerdict>
}

export interface RateLimitsOptions {
  queryPerMinute: number
  ingestPerMinute: number
  clock?: Clock
  /** Creates the counters' store; called once per class. Default: in memory. */
  createStore?: (rateLimitClass: RateLimitClass) => Store
  /** Called once per refused request. */
  onExceeded?: (rateLimitClass: RateLimitClass) => void
  log?: Pick<Log, 'error'>
}

/** The middleware's signature for plain handlers: the limiter uses nothing specific to Express requests. */
interface BareLimiter {
  handle(req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): unknown
}

/** A request being processed by a limiter. */
interface Check {
  budget: RateBudget
  decide: (verdict: RateVerdict) => void
}

/** Fixed one-minute windows per key and class. */
export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const query = createLimiter('query', options.queryPerMinute, options)
  const ingest = createLimiter('ingest', options.ingestPerMinute, options)
  return {
    check: (req, res, budget) => (budget.class === 'query' ? query : ingest)(req, res, budget),
  }
}

function createLimiter(
  rateLimitClass: RateLimitClass,
  defaultLimit: number,
  options: RateLimitsOptions,
): RateLimits['check'] {
  const { clock = systemClock, log } = options
  const { windowMs } = limits.rate
  const store = options.createStore?.(rateLimitClass) ?? createWindowStore(windowMs, clock)
  const checks = new WeakMap<object, Check>()
  const budgetOf = (req: object): RateBudget | undefined => checks.get(req)?.budget
  // The header is rounded up to whole seconds, so the difference may be one second too long.
  const secondsLeft = (res: ServerResponse): number => {
    const seconds = Math.ceil(Number(res.getHeader('X-RateLimit-Reset')) - clock() / 1_000)
    return Math.min(Math.max(1, seconds), windowMs / 1_000)
  }

  const limiter: BareLimiter = {
    handle: rateLimit({
      windowMs,
      store,
      legacyHeaders: true,
      standardHeaders: false,
      passOnStoreError: true,
      validate: false,
      logger: {
        warn: () => undefined,
        error: (error) => log?.error({ err: error }, 'Rate limits cannot be counted; requests are admitted'),
      },
      keyGenerator: (req) => budgetOf(req)?.keyId ?? '',
      limit: (req) => budgetOf(req)?.limit ?? defaultLimit,
      retryAfter: (_req, res) => secondsLeft(res),
      handler: (req, res) => {
        options.onExceeded?.(rateLimitClass)
        checks.get(req)?.decide({ exceeded: true, retryAfterSeconds: secondsLeft(res) })
      },
    }),
  }

  return (req, res, budget) =>
    new Promise((resolve, reject) => {
      checks.set(req, { budget, decide: resolve })
      limiter.handle(req, res, (error) => {
        if (error === undefined) resolve({ exceeded: false, retryAfterSeconds: 0 })
        else reject(error instanceof Error ? error : new Error('the rate limiter failed', { cause: error }))
      })
    })
}
