import { limits } from '@signalbox/contracts'
import type { EventInput } from '@signalbox/sentry-events'
import type { EnvelopeItemContext } from '../pipeline/kind-pipeline.js'

/** A payload that is processed like an event, with data from its envelope and request. */
export function toEventInput(payload: unknown, context: EnvelopeItemContext): EventInput {
  const { meta, header, fallbackEventId, retentionDays } = context
  return {
    payload,
    organizationId: meta.organizationId,
    project: meta.project,
    receivedAt: meta.receivedAt,
    sentAt: header.sentAt,
    ageDaysMax: Math.min(retentionDays.errors, limits.event.ageDaysMax),
    headerEventId: header.eventId,
    fallbackEventId,
    sdk: header.fields['sdk'] ?? meta.sentryClient,
    clientIp: meta.clientIp,
    userAgent: meta.userAgent,
  }
}
