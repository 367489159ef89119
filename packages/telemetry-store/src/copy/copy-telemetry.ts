import type { StoreClient } from '../client.js'
import type { InsertFormat } from '../prepared-insert.js'
import { insertColumns } from '../row-encoder.js'
import { toStoreError } from '../store-errors.js'
import { partitionOf } from '../stored-days.js'
import { tableNames, type TableName } from '../tables/index.js'
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

const format: InsertFormat = 'JSONCompactEachRow'

/** Formats large integers and non-finite numbers in a way that can be inserted unchanged. */
const exactly = {
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 1,
  output_format_json_map_as_array_of_tuples: 0,
} as const

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
      const inserts = [{ table, format, days: [{ day: range.day, rows: range.rows, bytes }] }]
      const report = await writer.write({ position: positionOf(range), inserts, repeated: true })
      rows += range.rows
      rowsPresent += range.rows - report.rowsInserted
      onProgress?.({ table, rows, total })
    }
    copied.push({ table, rows, rowsPresent })
  }
  return copied
}

/** Reads the rows of a range in an insert format, with their new position. */
async function readRange(client: StoreClient, range: CopiedRange): Promise<Uint8Array<ArrayBuffer>> {
  const position = positionOf(range)
  const columns = insertColumns(range.table).map((name) => {
    if (name === 'log_topic') return '{newTopic:String}'
    return name === 'log_offset' ? '{first:UInt64}' : name
  })
  const { stream } = await client.clickhouse.exec({
    query: `
      SELECT ${columns.join(', ')} FROM ${range.table}
      WHERE _partition_id = {partitionId:String} AND log_topic = {topic:String} AND log_partition = {partition:UInt16}
        AND log_offset BETWEEN {first:UInt64} AND {last:UInt64}
      FORMAT ${format}`,
    query_params: {
      newTopic: position.topic,
      partitionId: partitionOf(range.day),
      topic: range.topic,
      partition: range.partition,
      first: range.first,
      last: range.last,
    },
    clickhouse_settings: exactly,
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
