import type { limits } from '@signalbox/contracts'

/** Where the rows of a batch come from; written into each of them, so that a repeated batch can be recognised. */
export interface LogPosition {
  topic: string
  partition: number
  /** First offset of the batch, inclusive: the `log_offset` of all its rows. */
  start: number
  /** End of the batch, exclusive. */
  end: number
}

/** Columns that every table the consumer writes ends with; the writer fills them from the batch's position. */
export const positionColumns = {
  log_topic: 'LowCardinality(String)',
  log_partition: 'UInt16',
  log_offset: 'UInt64',
} as const

/** A table that the consumer writes: its columns by name with their ClickHouse types, in the order of the table. */
export interface TableDefinition<Row> {
  name: string
  /** Without the position columns and without columns that the store computes itself. */
  columns: { readonly [Column in Exclude<keyof Row, 'inJson'>]-?: string }
  /** A column in which rows that follow one another have the very same object, which is not changed afterwards. */
  sharedColumn?: keyof Row & string
  /** Columns of texts, and what rows say of their JSON: what stands between its quotes. */
  longTexts?: {
    names: readonly (keyof Row & string)[]
    inJsonOf: (row: Row) => Readonly<Record<string, string>> | undefined
  }
  /** How long rows are kept: a retention, counted from a column of time. */
  retention: { kind: keyof typeof limits.retentionDays; column: keyof Row & string }
  /** Unix milliseconds that decide the daily partition (UTC) of a row. */
  partitionTimeMs(row: Row): number
}
