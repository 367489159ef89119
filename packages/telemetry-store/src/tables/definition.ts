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
  columns: { readonly [Column in Exclude<keyof Row, 'inJson' | 'encoded'>]-?: string }
  /** A column in which consecutive rows of text often hold the identical object. It must not be mutated afterwards. */
  sharedColumn?: keyof Row & string
  /** True if rows are encoded column by column in ClickHouse's Native format, else as lines of text. */
  isColumnar?: true
  /** Columns of a columnar table that are the same in all rows with the same `EncodedColumns`. */
  repeated?: {
    names: readonly (keyof Row & string)[]
    encodedOf: (row: Row) => EncodedColumns | undefined
  }
  /** Text columns that rows may bring JSON-encoded: the encoding without its quotes. */
  longTexts?: {
    names: readonly (keyof Row & string)[]
    inJsonOf: (row: Row) => Readonly<Record<string, string>> | undefined
  }
  /** Retention of the rows, and the time column it is counted from. */
  retention: { kind: keyof typeof limits.retentionDays; column: keyof Row & string }
  /** Returns the Unix milliseconds that determine a row's daily partition (UTC). */
  partitionTimeMs(row: Row): number
}
