import type { limits } from '@signalbox/contracts'

/** Log position of a batch; written into each of its rows, so that a repeated batch is recognized. */
export interface LogPosition {
  topic: string
  partition: number
  /** First offset of the batch (inclusive): the `log_offset` of all its rows. */
  start: number
  /** End of the batch (exclusive). */
  end: number
}

/** Last columns of every table that the consumer writes; the writer fills them from the batch's position. */
export const positionColumns = {
  log_topic: 'LowCardinality(String)',
  log_partition: 'UInt16',
  log_offset: 'UInt64',
} as const

/** Values of the position columns, in their order. */
export type PositionValues = readonly [topic: string, partition: number, start: number]

/** The repeated columns that a row has in common with others; filled by whoever encodes the first of them. */
export interface EncodedColumns {
  values?: readonly unknown[]
}

/** A table that the consumer writes: its columns and their ClickHouse types, in table order. */
export interface TableDefinition<Row> {
  name: string
  /** Without the position columns and columns computed by the store. */
  columns: { readonly [Column in Exclude<keyof Row, 'encoded'>]-?: string }
  /** Columns that are the same in all rows with the same `EncodedColumns`. */
  repeated?: {
    names: readonly (keyof Row & string)[]
    encodedOf: (row: Row) => EncodedColumns | undefined
  }
  /** Retention of the rows, and the time column it is counted from. */
  retention: { kind: keyof typeof limits.retentionDays; column: keyof Row & string }
  /** Returns the Unix milliseconds that determine a row's daily partition (UTC). */
  partitionTimeMs(row: Row): number
}
