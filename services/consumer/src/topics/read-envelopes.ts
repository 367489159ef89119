import { envelopeMetaCodec, ServiceError, limits, type EnvelopeMeta, type RecordReplay } from '@signalbox/contracts'
import { decodeBody, parseEnvelope, type Envelope, type EnvelopeItem } from '@signalbox/envelope'
import type { LogRecord } from '@signalbox/event-log'
import type { LedgerScope } from '../batch/batch-ledger.js'
import { dropped, type ItemResult } from '../batch/item-result.js'
import { hashToId } from '../pipeline/hash-to-id.js'
import { describeUnstoredItem, findStoredItemType } from '../envelope/item-kinds.js'
import type { EnvelopeItemContext } from '../pipeline/kind-pipeline.js'
import { readJson, isJsonObject } from '@signalbox/sentry-events'
import { rulesOf, type ProjectRules } from '../project/project-rules.js'
import { countOmissions } from './count-omissions.js'
import { scopeOfEnvelope } from './read-record-scope.js'
import { isWanted } from './replayed-item.js'
import type { RecordContext, RecordReader } from './record-reader.js'
import { addUnreadableRecord } from './unreadable-record.js'
import { decodeStorePayload } from '../envelope/store-payload.js'

interface OpenEnvelope {
  record: LogRecord
  meta: EnvelopeMeta
  envelope: Envelope
  scope: LedgerScope
  rules: ProjectRules
}

/** Topic `envelopes`: one request of a Sentry SDK per record. */
export const readEnvelopes: RecordReader = async (record, context) => {
  const { collector } = context
  let scope: LedgerScope | undefined
  let open: OpenEnvelope
  try {
    const meta = envelopeMetaCodec.decode(record.headers)
    collector.noteReceived(meta.receivedAt)
    scope = scopeOfEnvelope(meta)
    const rules = rulesOf(meta.project, context.settings)
    open = { record, meta, envelope: await readEnvelopeRecord(record, meta), scope, rules }
  } catch (error) {
    addUnreadableRecord(collector, record, error, scope)
    return
  }
  const omitted = countOmissions(collector, open.scope, open.meta.omitted)
  for (const item of open.envelope.items) {
    if (!omitted.has(item.index) && isWanted(open.meta.replay, item.index)) {
      await addItem(item, open, context)
    }
  }
}

async function addItem(item: EnvelopeItem, open: OpenEnvelope, context: RecordContext): Promise<void> {
  const { collector } = context
  const type = findStoredItemType(item.type)
  if (type === undefined) {
    collector.count(open.scope, { ...describeUnstoredItem(item), outcome: 'dropped' })
    return
  }
  const { kind, pipeline } = type
  const reading = (pipeline.read ?? readJson)(item.payload)
  const quantity = pipeline.quantity(item, reading.ok ? reading.value : undefined)
  const { spikes } = open.rules.settings
  const reference = { scope: open.scope, record: open.record, itemIndex: item.index, kind, quantity, spikes }
  const compute = await computeItem(() =>
    reading.ok
      ? (pipeline.processWithLookups ?? pipeline.process)(reading.value, toItemContext(item, open, context))
      : dropped(kind, quantity, 'invalid_json'),
  )
  collector.addItem(reference, compute)
}

/**
 * Waits for a pipeline's queries. A failing pipeline makes its item a dead letter.
 * @throws ServiceError if a query is impossible: the complete batch is then retried.
 */
async function computeItem(process: () => ItemResult | Promise<ItemResult>): Promise<() => ItemResult> {
  try {
    const made = process()
    const result = made instanceof Promise ? await made : made
    return () => result
  } catch (error) {
    if (error instanceof ServiceError) throw error
    return () => {
      throw error
    }
  }
}

function toItemContext(
  item: EnvelopeItem,
  { meta, envelope, record, rules }: OpenEnvelope,
  { source, retentionDays, ruleBudgets, scripts }: RecordContext,
): EnvelopeItemContext {
  const ofRecord = meta.replay ? placeOf(meta.replay.source) : `${source}:${record.offset}`
  const itemPosition = `${ofRecord}:${item.index}`
  const fallbackEventId = meta.eventId ?? envelope.header.eventId ?? hashToId(itemPosition)
  const ruleBudget = ruleBudgets.of(meta.organizationId, meta.project)
  const place = { fallbackEventId, itemPosition }
  return { meta, item, header: envelope.header, ...place, retentionDays, rules, ruleBudget, scripts }
}

/** Ids derived from a record's position stay the same when it is replayed. */
function placeOf({ topic, partition, offset }: RecordReplay['source']): string {
  return `${topic}:${partition}:${offset}`
}

/**
 * Parses a record's envelope.
 * @throws BodyError or EnvelopeError if the body cannot be read. Ingest has parsed it before, so it was damaged since.
 */
async function readEnvelopeRecord(record: LogRecord, meta: EnvelopeMeta): Promise<Envelope> {
  const body = await decodeBody(record.value, meta.encoding, { bytesMax: limits.body.envelopeBytesMax })
  return meta.form === 'envelope' ? parseEnvelope(body) : toEnvelope(await decodeStorePayload(body))
}

/** Wraps a bare event in an envelope with one item. Without an item header, the payload determines the type. */
function toEnvelope(payload: Uint8Array): Envelope {
  const header = { eventId: undefined, dsn: undefined, sentAt: undefined, fields: {} }
  const item: EnvelopeItem = { index: 0, type: typeOfEvent(payload), header: {}, payload }
  return { header, items: [item] }
}

function typeOfEvent(payload: Uint8Array): 'event' | 'transaction' {
  const reading = readJson(payload)
  return reading.ok && isJsonObject(reading.value) && reading.value['type'] === 'transaction' ? 'transaction' : 'event'
}
