import type { KindPipeline } from '../../pipeline/kind-pipeline.js'
import { logPipeline } from './process-log.js'

/** Log entries. */
export const logKind = { envelopeItems: { log: logPipeline }, batch: undefined } satisfies KindPipeline
