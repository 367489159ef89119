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
 * Whose record it is, from its headers alone: for records whose body must not be touched.
 * @returns undefined when the headers do not say: they are damaged, or the topic holds counts of many organizations.
 */
export function readRecordScope(topic: TelemetryTopic, { headers }: LogRecord): LedgerScope | undefined {
  if (topic === 'outcomes') return undefined
  try {
    if (topic === 'otlp') return scopeOfOtlp(otlpMetaCodec.decode(headers))
    return topic === 'envelopes'
      ? scopeOfEnvelope(envelopeMetaCodec.decode(headers))
      : scopeOfBatch(batchMetaCodec.decode(headers))
  } catch {
    // The record is a dead letter either way; nobody is named as its owner then.
    return undefined
  }
}

/** Whose items an envelope holds. */
export function scopeOfEnvelope({ organizationId, project, receivedAt, replay }: EnvelopeMeta): LedgerScope {
  return { organizationId, projectId: project.id, receivedAt, isReplay: replay !== undefined }
}

/** Whose items a request of OTLP holds. */
export function scopeOfOtlp({ organizationId, project, receivedAt, replay }: OtlpMeta): LedgerScope {
  return { organizationId, projectId: project?.id ?? '', receivedAt, isReplay: replay !== undefined }
}

/** Whose items a request of telemetry with an API key holds. */
export function scopeOfBatch({ organizationId, receivedAt, replay }: BatchMeta): LedgerScope {
  return { organizationId, projectId: '', receivedAt, isReplay: replay !== undefined }
}
