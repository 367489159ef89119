import type { LogPosition, RowsByTable, TableName } from './tables/index.js'

/** Encoded rows of one table and day. */
export interface PreparedDay {
  /** Daily partition, `YYYY-MM-DD`, UTC. */
  day: string
  rows: number
  /** Rows in ClickHouse's Native format. Owns its ArrayBuffer, so it can be transferred between threads. */
  bytes: Uint8Array<ArrayBuffer>
}

/** All rows of a batch for one table, split by daily partition. */
export interface PreparedInsert {
  table: TableName
  days: readonly PreparedDay[]
}

/** Encodes rows of one table and day. */
export interface DayRows<Row> {
  /** @throws InvalidRowError if a value does not fit its column; the row is not added. */
  add(row: Row): void
  readonly rows: number
  /** Ends the collection. */
  finish(): Uint8Array<ArrayBuffer>
}

/** Collects the rows of one batch. Pure: runs in any thread. */
export interface InsertBuilder {
  add<Name extends TableName>(table: Name, row: RowsByTable[Name]): void
  /** Rows added so far across all tables. */
  readonly rows: number
  /** Ends the collection; tables without rows are omitted. */
  finish(): PreparedInsert[]
}

/** Starts collecting a batch's rows; every row gets `position`. */
export type CreateInsertBuilder = (position: LogPosition) => InsertBuilder
