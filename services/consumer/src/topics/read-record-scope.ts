import {
  batchMetaCodec,
  envelopeMetaCodec,
  otlpMetaCodec,
  type BatchMeta,
  type EnvelopeMeta,
  type OtlpMeta,
  type TelemetryTopic,
} from '@signalbox/contracts'
import type { LogRecord } from '@signalbox/event-log'
import type { LedgerScope } from '../batch/batch-ledger.js'

/**
 * Determines the owner of a record from its headers alone, for records whose body must not be touched.
 * @returns undefined if the headers don't name one: they are damaged, or the topic contains counts of many
 * organizations.
 */
export function readRecordScope(topic: TelemetryTopic, { headers }: LogRecord): LedgerScope | undefined {
  if (topic === 'outcomes') return undefined
  try {
    if (topic === 'otlp') return scopeOfOtlp(otlpMetaCodec.decode(headers))
    return topic === 'envelopes'
      ? scopeOfEnvelope(envelopeMetaCodec.decode(headers))
      : scopeOfBatch(batchMetaCodec.decode(headers))
  } catch {
    // The record is a dead letter either way; it then has no owner.
    return undefined
  }
}

/** Owner of the items in an envelope. */
export function scopeOfEnvelope({ organizationId, project, receivedAt, replay }: EnvelopeMeta): LedgerScope {
  return { organizationId, projectId: project.id, receivedAt, isReplay: replay !== undefined }
}

/** Owner of the items in an OTLP request. */
export function scopeOfOtlp({ organizationId, project, receivedAt, replay }: OtlpMeta): LedgerScope {
  return { organizationId, projectId: project?.id ?? '', receivedAt, isReplay: replay !== undefined }
}

/** Owner of the items in a telemetry request with an API key. */
export function scopeOfBatch({ organizationId, receivedAt, replay }: BatchMeta): LedgerScope {
  return { organizationId, projectId: '', receivedAt, isReplay: replay !== undefined }
}
