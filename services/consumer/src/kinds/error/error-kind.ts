import { dropped, stored, type ItemResult } from '../../batch/item-result.js'
import { toEventInput } from '../event-input.js'
import type { EnvelopeItemContext, KindPipeline } from '../../pipeline/kind-pipeline.js'
import { processEvent } from './process-event.js'
import { securityPipeline } from './security/process-security-item.js'

/** Errors and messages: event items of envelopes, and what browsers report to the security endpoint. */
export const errorKind: KindPipeline = {
  envelopeItems: {
    event: { quantity: () => 1, process: processEventItem },
    raw_security: securityPipeline,
    security: securityPipeline,
  },
  batch: undefined,
}

function processEventItem(payload: unknown, context: EnvelopeItemContext): ItemResult {
  const result = processEvent(toEventInput(payload, context), context.rules)
  return result.ok ? stored('error', 1, { events: [result.row] }) : dropped('error', 1, result.reason)
}
