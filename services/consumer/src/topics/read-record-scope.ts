import { batchMetaCodec, envelopeMetaCodec, type TelemetryTopic } from '@signalbox/contracts'
import type { LogRecord } from '@signalbox/event-log'
import type { LedgerScope } from '../batch/batch-ledger.js'

/**
 * Whose record it is, from its headers alone: for records whose body must not be touched.
 * @returns undefined when the headers do not say: they are damaged, or the topic holds counts of many organizations.
 */
export function readRecordScope(topic: TelemetryTopic, { headers }: LogRecord): LedgerScope | undefined {
  if (topic === 'outcomes') return undefined
  try {
    if (topic === 'envelopes') {
      const { organizationId, project, receivedAt } = envelopeMetaCodec.decode(headers)
      return { organizationId, projectId: project.id, receivedAt }
    }
    const { organizationId, receivedAt } = batchMetaCodec.decode(headers)
    return { organizationId, projectId: '', receivedAt }
  } catch {
    // The record is a dead letter either way; nobody is named as its owner then.
    return undefined
  }
}
