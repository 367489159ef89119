import type { ServerResponse } from 'node:http'
import type { EventLog } from '@signalbox/event-log'
import type { Clock, KeyDirectory, RateLimits, Warnings } from '@signalbox/service-kit'
import type { IngestConfig } from './config.js'
import type { IngestMetrics } from './ingest-metrics.js'
import type { QuotaCounters } from './quotas/quota-counters.js'

/** Everything ingest needs from outside. */
export interface IngestDependencies {
  eventLog: Pick<EventLog, 'append' | 'partitionOf'>
  keys: KeyDirectory
  rateLimits: RateLimits
  quotaCounters: QuotaCounters
  metrics: IngestMetrics
  warnings: Pick<Warnings, 'note'>
  config: IngestConfig
  clock: Clock
  /** A new event id, 32 lower-case hex digits. */
  createEventId: () => string
  /** A new id for the answer of a request. */
  createRequestId: () => string
  /** Answers RFC 9457 problem details; an error that is no `ServiceError` is answered as `internal`. */
  sendProblem: (res: ServerResponse, error: unknown, requestId: string) => void
  /** Reports a fault that no client caused. Never throws. */
  reportFault: (error: unknown, message: string) => void
}
