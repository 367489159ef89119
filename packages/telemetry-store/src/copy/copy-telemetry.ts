import type { StoreClient } from '../client.js'
import { toStoreError } from '../store-errors.js'
import { partitionOf } from '../stored-days.js'
import { insertColumns, tableNames, type TableName } from '../tables/index.js'
import { createTelemetryWriter } from '../telemetry-writer.js'
import { listRanges, positionOf, type CopiedRange } from './copied-ranges.js'

/** Progress of copying a table. */
export interface CopyProgress {
  table: TableName
  /** Rows now in the new store, whether copied by this run or an earlier one. */
  rows: number
  /** Rows in the old store. */
  total: number
}

export interface CopyRequest {
  /** The old store. Nothing may write to it during the copy. */
  from: StoreClient
  /** The new store; must have the same schema. */
  to: StoreClient
  onProgress?: (progress: CopyProgress) => void
}

export interface CopiedTable {
  table: TableName
  rows: number
  /** The part of `rows` that an earlier run had copied. */
  rowsPresent: number
}

/**
 * Copies all telemetry from one store to another, range by range, each exactly once. An interrupted copy can be
 * restarted; ranges that are already there are skipped. Rows keep everything except their log position.
 * @returns the result per table.
 * @throws StoreError; what was copied so far stays.
 */
export async function copyTelemetry({ from, to, onProgress }: CopyRequest): Promise<CopiedTable[]> {
  const writer = createTelemetryWriter(to, { timeoutMs: 120_000 })
  const copied: CopiedTable[] = []
  for (const table of tableNames) {
    const ranges = await attempt(() => listRanges(from, table))
    const total = ranges.reduce((sum, { rows }) => sum + rows, 0)
    let rows = 0
    let rowsPresent = 0
    for (const range of ranges) {
      const bytes = await attempt(() => readRange(from, range))
      const inserts = [{ table, days: [{ day: range.day, rows: range.rows, bytes }] }]
      const report = await writer.write({ position: positionOf(range), inserts, repeated: true })
      rows += range.rows
      rowsPresent += range.rows - report.rowsInserted
      onProgress?.({ table, rows, total })
    }
    copied.push({ table, rows, rowsPresent })
  }
  return copied
}

/** Reads the rows of a range as columns, with their new position. */
async function readRange(client: StoreClient, range: CopiedRange): Promise<Uint8Array<ArrayBuffer>> {
  const position = positionOf(range)
  const columns = insertColumns(range.table).map((name) => {
    if (name === 'log_topic') return '{newTopic:String} AS log_topic'
    return name === 'log_offset' ? '{first:UInt64} AS log_offset' : name
  })
  const { stream } = await client.clickhouse.exec({
    query: `
      SELECT ${columns.join(', ')} FROM ${range.table}
      WHERE _partition_id = {partitionId:String} AND log_topic = {topic:String} AND log_partition = {partition:UInt16}
        AND log_offset BETWEEN {first:UInt64} AND {last:UInt64}
      FORMAT Native`,
    query_params: {
      newTopic: position.topic,
      partitionId: partitionOf(range.day),
      topic: range.topic,
      partition: range.partition,
      first: range.first,
      last: range.last,
    },
    // The condition is about the old position.
    clickhouse_settings: { prefer_column_name_to_alias: 1 },
  })
  const received: AsyncIterable<Uint8Array> = stream
  const chunks: Uint8Array[] = []
  for await (const chunk of received) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreError(error)
  }
}
