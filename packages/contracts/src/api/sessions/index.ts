import type { RouteContract } from '../http/route.js'
import {
  cancelAgentSession,
  createAgentSession,
  listAgentSessions,
  readAgentSession,
  readSessionEvidence,
  watchAgentSession,
} from './agent-sessions.js'
import { exportTelemetry, readSessionRecord } from './bundles.js'
import { confirmReport, correctReport } from './review-sessions.js'

export * from './agent-sessions.js'
export * from './agent-tools.js'
export * from './bundles.js'
export * from './review-sessions.js'
export * from './session-report.js'

/** Routes of this domain, in documentation order. */
export const sessionRoutes: readonly RouteContract[] = [
  exportTelemetry,
  listAgentSessions,
  createAgentSession,
  readAgentSession,
  readSessionEvidence,
  watchAgentSession,
  cancelAgentSession,
  confirmReport,
  correctReport,
  readSessionRecord,
]
