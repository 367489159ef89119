import type { Clock, Metrics, SharedRedis } from '@signalbox/service-kit'
import { createMemoryQuotaCounters } from './memory-quota-counters.js'
import type { QuotaCounters } from './quota-counters.js'
import { createSharedQuotaCounters } from './shared-quota-counters.js'

/**
 * Returns counters shared through Redis if it is configured, otherwise counters of this process. Call once per
 * registry.
 */
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
    'Requests whose quotas were counted locally by one ingest process because the shared counters were ' +
      'unreachable',
    [],
  )
  const onCountedAlone = () => {
    countedAlone.inc({}, 1)
  }
  return createSharedQuotaCounters({ redis, own, clock, onCountedAlone })
}
