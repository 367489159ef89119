import type { StoreClient } from '../client.js'
import { insertColumns, insertFormat } from '../row-encoder.js'
import { toStoreError } from '../store-errors.js'
import { partitionOf } from '../stored-days.js'
import { tableNames, type TableName } from '../tables/index.js'
import { createTelemetryWriter } from '../telemetry-writer.js'
import { listRanges, positionOf, type CopiedRange } from './copied-ranges.js'

/** How far the copy of a table is. */
export interface CopyProgress {
  table: TableName
  /** Rows that are in the new store by now, copied just now or before. */
  rows: number
  /** Rows that the old store has. */
  total: number
}

export interface CopyRequest {
  /** The old store. Nothing may be written to it meanwhile. */
  from: StoreClient
  /** The new store, with the same schema. */
  to: StoreClient
  onProgress?: (progress: CopyProgress) => void
}

export interface CopiedTable {
  table: TableName
  rows: number
  /** Of these, rows that an earlier copy had brought. */
  rowsPresent: number
}

/** Integers and odd numbers as `JSON` reads them, so that what comes out goes in unchanged. */
const exactly = {
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 1,
  output_format_json_map_as_array_of_tuples: 0,
} as const

/**
 * Copies all telemetry from one store into another, range by range, each exactly once: a copy that broke off is begun
 * again, and leaves alone what is there. Rows keep everything but their position in the log.
 * @returns what was copied, table by table.
 * @throws StoreError; what was copied stays.
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

/** The rows of a range as the writer inserts them, under their new position. */
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
      FORMAT ${insertFormat}`,
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
