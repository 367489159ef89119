import type { LogPosition, RowsByTable, TableName } from './tables/index.js'

/** The rows of one table and day, ready for the wire. */
export interface PreparedDay {
  /** Daily partition, `YYYY-MM-DD`, UTC. */
  day: string
  rows: number
  /** Rows in the format that the writer inserts; owns its ArrayBuffer, so that it can be transferred between threads. */
  bytes: Uint8Array<ArrayBuffer>
}

/** All rows of a batch for one table, split by the daily partition that they fall into. */
export interface PreparedInsert {
  table: TableName
  days: readonly PreparedDay[]
}

/** Collects rows of one batch. Pure: runs in any thread. */
export interface InsertBuilder {
  add<Name extends TableName>(table: Name, row: RowsByTable[Name]): void
  /** Rows added so far, over all tables. */
  readonly rows: number
  /** Ends the collection; tables without rows are left out. */
  finish(): PreparedInsert[]
}

/** Starts the collection of a batch's rows; each row carries `position`. */
export type CreateInsertBuilder = (position: LogPosition) => InsertBuilder
