import { limits } from '@signalbox/contracts'
import { defineConfig, type ConfigOf } from './define-config.js'

const perMinuteMax = 10_000_000

/** Requests that a key may make. */
export const rateLimitSettings = defineConfig({
  queryPerMinute: {
    env: 'SIGNALBOX_QUERY_RATE_LIMIT_PER_MINUTE',
    type: 'integer',
    minimum: 1,
    maximum: perMinuteMax,
    default: limits.rate.queryPerMinute,
    description: 'Requests a minute to the API, for each API key without a limit of its own',
  },
  ingestPerMinute: {
    env: 'SIGNALBOX_INGEST_RATE_LIMIT_PER_MINUTE',
    type: 'integer',
    minimum: 1,
    maximum: perMinuteMax,
    default: limits.rate.ingestPerMinute,
    description: 'Ingestion requests a minute, for each DSN key and API key without a limit of its own',
  },
  redisUrl: {
    env: 'SIGNALBOX_REDIS_URL',
    type: 'text',
    pattern: /rediss?:\/\/\S+/,
    expected: 'a URL such as redis://127.0.0.1:6379',
    secret: true,
    description: 'Redis, where processes count requests and quotas together; without it each counts its own',
  },
})
export type RateLimitConfig = ConfigOf<typeof rateLimitSettings>
