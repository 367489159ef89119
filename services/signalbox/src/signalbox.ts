import type { Announcement } from '@signalbox/control-plane'
import {
  createAdminServer,
  createLifecycle,
  createMetrics,
  createRateLimits,
  publicUrlOf,
  type Lifecycle,
  type Log,
} from '@signalbox/service-kit'
import { createAgentPart } from './agent-part.js'
import { createBackgroundPart } from './background-part.js'
import type { SignalboxConfig } from './config.js'
import { createOwnQuestions } from './own-questions.js'
import {
  createAnalyticsPart,
  createConsumerPart,
  createControlPlanePart,
  createEventLogPart,
  createHttpPart,
  createIngestPart,
  type ControlPlanePart,
} from './parts.js'

export interface SignalboxOptions {
  log: Log
  /** Something is broken that only a new start can mend. */
  onFatal: (error: Error) => void
}

export interface Signalbox {
  lifecycle: Lifecycle
  /** What to tell the operator. To be called once everything runs. */
  announce: () => Announcement
}

/**
 * All roles in one process. They start in the order of who needs whom, and stop in reverse:
 *
 * 1. control plane, event log, analytics store: what the roles stand on,
 * 2. consumer: before ingest, so that the backlog of the last run is worked off,
 * 3. ingest and HTTP: requests come in only when all that serves them is there; HTTP stops first, so that nothing new
 *    comes in while the rest finishes,
 * 4. agent and background work of the control plane: they ask what HTTP serves, and stop before that does; the second
 *    makes the sessions that the agent carries out, so it stops first,
 * 5. admin port: its readiness tells the truth from the first answer on.
 */
export function createSignalbox(config: SignalboxConfig, { log, onFatal }: SignalboxOptions): Signalbox {
  const metrics = createMetrics()
  const rateLimits = createRateLimits({
    queryPerMinute: config.queryPerMinute,
    ingestPerMinute: config.ingestPerMinute,
    onExceeded: (rateLimitClass) => {
      metrics.rateLimited(rateLimitClass)
    },
    log,
  })
  const base = { config, log, metrics, rateLimits }

  const analytics = createAnalyticsPart(base)
  const ask = createOwnQuestions({ analytics, controlPlane: () => controlPlane })
  const controlPlane: ControlPlanePart = createControlPlanePart(base, ask)
  const eventLog = createEventLogPart(base, onFatal)
  const consumer = createConsumerPart(base, { controlPlane, eventLog, analytics })
  const ingest = createIngestPart(base, { eventLog, controlPlane })
  const http = createHttpPart(base, { controlPlane, analytics, ingest })
  const agent = createAgentPart(base, { controlPlane, analytics })
  const background = createBackgroundPart({ controlPlane })
  const admin = createAdminServer({
    host: config.adminHost,
    port: config.adminPort,
    metrics,
    log,
    checks: {
      'event log': () => eventLog.get().lag('readiness'),
      'analytics store': () => analytics.get().reader.ping(),
    },
  })

  const components = [controlPlane, eventLog, analytics, consumer, ingest, http, agent, background, admin]
  return {
    lifecycle: createLifecycle({ components, log }),
    announce: () => ({ ...controlPlane.get().bootstrapped, address: publicUrlOf(config) }),
  }
}
