import { randomUUID } from 'node:crypto'
import { createId } from '@signalbox/contracts'
import type { EventLog } from '@signalbox/event-log'
import {
  proxyTrustOf,
  retentionOf,
  sendProblem,
  systemClock,
  type Clock,
  type KeyDirectory,
  type Log,
  type Metrics,
  type RateLimits,
  type RetentionConfig,
  type ServingConfig,
  type SharedRedis,
  type Warnings,
} from '@signalbox/service-kit'
import { createIngest, type Ingest } from './app.js'
import { createQuotaCounters } from './quotas/create-quota-counters.js'
import { createIngestMetrics } from './registered-metrics.js'

/** Settings used by ingest. */
export type IngestRoleConfig = Pick<ServingConfig, 'trustProxy' | 'trustedProxies'> & RetentionConfig

export interface IngestRoleDependencies {
  eventLog: EventLog
  keys: KeyDirectory
  rateLimits: RateLimits
  /** Where quotas are counted across all ingest processes; without it, each process counts on its own. */
  redis?: SharedRedis | undefined
  metrics: Metrics
  warnings: Pick<Warnings, 'note'>
  log: Log
  clock?: Clock
}

/** Creates ingest as configured, wiring everything that is the same in all installations. */
export function createIngestRole(config: IngestRoleConfig, dependencies: IngestRoleDependencies): Ingest {
  const { log, metrics, redis, clock = systemClock } = dependencies
  return createIngest({
    ...dependencies,
    clock,
    metrics: createIngestMetrics(metrics),
    quotaCounters: createQuotaCounters({ redis, metrics, clock }),
    config: {
      isTrustedProxy: proxyTrustOf(config),
      retentionDays: retentionOf(config),
    },
    createEventId: () => randomUUID().replaceAll('-', ''),
    createRequestId: () => createId(),
    sendProblem,
    reportFault: (err, message) => {
      log.error({ err }, message)
    },
  })
}
