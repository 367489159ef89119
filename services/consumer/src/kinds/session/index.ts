import type { KindPipeline } from '../../pipeline/kind-pipeline.js'
import { sessionPipeline } from './process-session.js'
import { sessionsPipeline } from './process-sessions.js'

/** Sessions: individual updates and aggregates. */
export const sessionKind = {
  envelopeItems: { session: sessionPipeline, sessions: sessionsPipeline },
  batch: undefined,
} satisfies KindPipeline
