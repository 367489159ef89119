import type { Clock, Metrics, SharedRedis } from '@signalbox/service-kit'
import { createMemoryQuotaCounters } from './memory-quota-counters.js'
import type { QuotaCounters } from './quota-counters.js'
import { createSharedQuotaCounters } from './shared-quota-counters.js'

/** Counts for all ingests together where there is a Redis, else for this process. Call once a registry. */
export function createQuotaCounters(options: {
  redis: SharedRedis | undefined
  metrics: Metrics
  clock: Clock
}): QuotaCounters {
  const { redis, metrics, clock } = options
  const own = createMemoryQuotaCounters({ clock })
  if (redis === undefined) return own
  const countedAlone = metrics.counter(
    'signalbox_quota_counted_alone_total',
    'Requests whose quotas one ingest counted by itself because the shared counters could not be reached',
    [],
  )
  const onCountedAlone = () => {
    countedAlone.inc({}, 1)
  }
  return createSharedQuotaCounters({ redis, own, clock, onCountedAlone })
}
