import type { EventInput } from '@signalbox/sentry-events'
import type { EnvelopeItemContext } from '../pipeline/kind-pipeline.js'

/** A payload that is read like an event, with what its envelope and request tell. */
export function toEventInput(payload: unknown, { meta, header, fallbackEventId }: EnvelopeItemContext): EventInput {
  return {
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
  }
}
