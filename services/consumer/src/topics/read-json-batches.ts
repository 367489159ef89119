import { batchMetaCodec, limits, type BatchMeta, type TelemetryKind } from '@signalbox/contracts'
import { decodeBody } from '@signalbox/envelope'
import type { LogRecord } from '@signalbox/event-log'
import type { LedgerScope } from '../batch/batch-ledger.js'
import type { BatchPipeline } from '../pipeline/kind-pipeline.js'
import { isJsonArray, isJsonObject } from '@signalbox/sentry-events'
import { countOmissions } from './count-omissions.js'
import { scopeOfBatch } from './read-record-scope.js'
import { isWanted } from './replayed-item.js'
import type { RecordContext, RecordReader } from './record-reader.js'
import { addUnreadableRecord } from './unreadable-record.js'

const decoder = new TextDecoder()

interface OpenBatch {
  record: LogRecord
  meta: BatchMeta
  items: readonly unknown[]
  scope: LedgerScope
}

/** Creates the reader of a topic whose records are JSON requests, each an array of items of one kind. */
export function createJsonBatchReader(kind: TelemetryKind, pipeline: BatchPipeline): RecordReader {
  return async (record, context) => {
    let scope: LedgerScope | undefined
    let open: OpenBatch
    try {
      const meta = batchMetaCodec.decode(record.headers)
      context.collector.noteReceived(meta.receivedAt)
      scope = scopeOfBatch(meta)
      open = { record, meta, items: await readItems(record, meta, pipeline.itemsKey), scope }
    } catch (error) {
      addUnreadableRecord(context.collector, record, error, scope)
      return
    }
    addItems(kind, pipeline, open, context)
  }
}

/** @throws Error if the body isn't such a request. Ingest has parsed it before, so it was damaged since. */
async function readItems(record: LogRecord, meta: BatchMeta, itemsKey: string): Promise<unknown[]> {
  const body = await decodeBody(record.value, meta.encoding, { bytesMax: limits.body.telemetryBytesMax })
  const request: unknown = JSON.parse(decoder.decode(body))
  const items = isJsonObject(request) ? request[itemsKey] : undefined
  if (!isJsonArray(items)) {
    throw new Error(`the body contains no array ${itemsKey}`)
  }
  return items
}

function addItems(kind: TelemetryKind, pipeline: BatchPipeline, open: OpenBatch, context: RecordContext): void {
  const { collector, retentionDays } = context
  const { meta, record, scope, items } = open
  const omitted = countOmissions(collector, scope, meta.omitted)
  const itemContext = { meta, retentionDays }
  for (const [itemIndex, item] of items.entries()) {
    if (!omitted.has(itemIndex) && isWanted(meta.replay, itemIndex)) {
      const quantity = pipeline.quantity(item)
      collector.addItem({ scope, record, itemIndex, kind, quantity }, () => pipeline.process(item, itemContext))
    }
  }
}
