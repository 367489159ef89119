import type { RateLimitClass } from '@signalbox/contracts'
import type { RateLimitConfig } from '../config/rate-limits.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Component } from '../lifetime/lifecycle.js'
import type { Log } from '../logging/log.js'
import { createRateLimits, type RateLimits } from './rate-limits.js'
import { createSharedRedis, type SharedRedis } from './shared-redis.js'
import { createSharedWindows } from './shared-windows.js'

/** Configured rate limits and the components they need. */
export interface RateLimitPart {
  rateLimits: RateLimits
  /** Redis for shared counters, if configured. */
  redis: SharedRedis | undefined
  components: readonly Component[]
}

/** Counts in process memory, or in Redis if configured. Call once per registry. */
export function createRateLimitPart(
  { queryPerMinute, ingestPerMinute, redisUrl: url }: RateLimitConfig,
  { metrics, log }: { metrics: Metrics; log: Log },
): RateLimitPart {
  const onExceeded = (kind: RateLimitClass) => {
    metrics.rateLimited(kind)
  }
  const own = { queryPerMinute, ingestPerMinute, onExceeded, log }
  if (url === undefined) return { rateLimits: createRateLimits(own), redis: undefined, components: [] }
  const uncounted = metrics.counter(
    'signalbox_rate_limit_uncounted_total',
    'Requests admitted because the shared counters were unreachable',
    ['kind'],
  )
  const redis = createSharedRedis({ url, log })
  const createStore = createSharedWindows({
    redis,
    onUncounted: (kind) => {
      uncounted.inc({ kind }, 1)
    },
  })
  return { rateLimits: createRateLimits({ ...own, createStore }), redis, components: [redis] }
}
