import type { ServerResponse } from 'node:http'
import type { EventLog } from '@signalbox/event-log'
import type { Clock, KeyDirectory, RateLimits, Warnings } from '@signalbox/service-kit'
import type { IngestConfig } from './config.js'
import type { IngestMetrics } from './ingest-metrics.js'
import type { QuotaCounters } from './quotas/quota-counters.js'

/** External dependencies of ingest. */
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
  /** A new request id, returned with the response. */
  createRequestId: () => string
  /** Sends RFC 9457 problem details; anything but a `ServiceError` is sent as `internal`. */
  sendProblem: (res: ServerResponse, error: unknown, requestId: string) => void
  /** Reports a server-side fault. Never throws. */
  reportFault: (error: unknown, message: string) => void
}
