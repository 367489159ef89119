import { dropped, stored, type ItemResult } from '../../batch/item-result.js'
import type { EnvelopeItemContext, KindPipeline } from '../kind-pipeline.js'
import { processEvent } from './process-event.js'

/** Errors and messages: event items of envelopes. */
export const errorKind: KindPipeline = {
  envelopeItems: { event: { quantity: () => 1, process: processEventItem } },
  batch: undefined,
}

function processEventItem(payload: unknown, { meta, header, fallbackEventId }: EnvelopeItemContext): ItemResult {
  const result = processEvent({
    payload,
    organizationId: meta.organizationId,
    project: meta.project,
    receivedAt: meta.receivedAt,
    sentAt: header.sentAt,
    headerEventId: header.eventId,
    fallbackEventId,
    sdk: header.fields['sdk'] ?? meta.sentryClient,
    clientIp: meta.clientIp,
    userAgent: meta.userAgent,
  })
  return result.ok ? stored('error', 1, { events: [result.row] }) : dropped('error', 1, result.reason)
}
