import type { KindPipeline } from '../../pipeline/kind-pipeline.js'

/** Data points, which come with requests of OTLP and remote write only. */
export const dataPointKind = { envelopeItems: {}, batch: undefined } satisfies KindPipeline
