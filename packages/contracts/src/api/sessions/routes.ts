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

/** The routes of this domain, in the order in which the API document shows them. */
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
