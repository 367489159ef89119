import { limits } from '@signalbox/contracts'
import { defineConfig, type ConfigOf } from './define-config.js'

const perMinuteMax = 10_000_000

/** Request rate limits per key. */
export const rateLimitSettings = defineConfig({
  queryPerMinute: {
    env: 'SIGNALBOX_QUERY_RATE_LIMIT_PER_MINUTE',
    type: 'integer',
    minimum: 1,
    maximum: perMinuteMax,
    default: limits.rate.queryPerMinute,
    description: 'API requests per minute for each API key without its own limit',
  },
  ingestPerMinute: {
    env: 'SIGNALBOX_INGEST_RATE_LIMIT_PER_MINUTE',
    type: 'integer',
    minimum: 1,
    maximum: perMinuteMax,
    default: limits.rate.ingestPerMinute,
    description: 'Ingestion requests per minute for each DSN key and API key without its own limit',
  },
  redisUrl: {
    env: 'SIGNALBOX_REDIS_URL',
    type: 'text',
    pattern: /rediss?:\/\/\S+/,
    expected: 'a URL such as redis://127.0.0.1:6379',
    secret: true,
    description: 'Redis for rate limits and quotas shared across processes. Default: each process counts separately',
  },
})
export type RateLimitConfig = ConfigOf<typeof rateLimitSettings>
