import type { KindPipeline } from '../../pipeline/kind-pipeline.js'
import { envelopeSpanPipeline } from './process-envelope-span.js'
import { processSpanItem } from './process-span-item.js'
import { transactionPipeline } from './process-transaction.js'

/** Spans: transactions and span items of envelopes, and JSON batches. */
export const spanKind = {
  envelopeItems: { transaction: transactionPipeline, span: envelopeSpanPipeline },
  batch: { itemsKey: 'spans', quantity: () => 1, process: processSpanItem },
} satisfies KindPipeline
