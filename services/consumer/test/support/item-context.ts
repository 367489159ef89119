import { batchMetaCodec, defaultProjectSettings, envelopeMetaCodec } from '@signalbox/contracts'
import { createRuleBudget } from '@signalbox/sentry-events'
import type { SpanRow } from '@signalbox/telemetry-store/rows'
import type { ItemResult } from '../../src/batch/item-result.js'
import type { BatchItemContext, EnvelopeItemContext } from '../../src/pipeline/kind-pipeline.js'
import { compileProjectRules } from '../../src/project/project-rules.js'
import { batchRecord, envelopeRecord, receivedAt, retentionDays, type EnvelopeItemText } from './records.js'

export function batchContext(): BatchItemContext {
  return { meta: batchMetaCodec.decode(batchRecord({}).headers), retentionDays }
}

/** The context of an envelope item that was received when it was sent. */
export function envelopeContext(
  { header, payload }: EnvelopeItemText,
  sentAt: number | undefined = receivedAt,
): EnvelopeItemContext {
  return {
    meta: envelopeMetaCodec.decode(envelopeRecord('').headers),
    item: { index: 0, type: String(header['type']), header, payload: Buffer.from(JSON.stringify(payload)) },
    header: { eventId: undefined, dsn: undefined, sentAt, fields: {} },
    fallbackEventId: '0'.repeat(32),
    itemPosition: 'envelopes:0:0:0',
    retentionDays,
    rules: compileProjectRules(defaultProjectSettings),
    ruleBudget: createRuleBudget(),
  }
}

/** The span rows of a result, if any. */
export function spansOf({ rows }: ItemResult): readonly SpanRow[] {
  return rows.spans ?? []
}
