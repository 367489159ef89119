import type { StoredSearch } from './duplicates/find-stored.js'
import type { IdentifiedTable } from './duplicates/item-identity.js'
import type { PreparedInsert } from './prepared-insert.js'
import type { LogPosition } from './tables/index.js'

export interface WriteRequest {
  position: LogPosition
  inserts: readonly PreparedInsert[]
  /** The batch was planned before and not committed: look at what is there, insert only what is missing. */
  repeated: boolean
  /**
   * Names this writing when rows of the same position were stored before and taken away since: replicated tables, which
   * remember what they were sent, would take it for a repetition.
   */
  attempt?: string
}

export interface WriteReport {
  /** Rows that this call inserted. */
  rowsInserted: number
  /** (table, day) pairs found complete in the store, and so left alone. Always 0 unless the batch is repeated. */
  daysPresent: number
  /** (table, day) pairs found with a wrong number of rows, deleted and inserted again. */
  daysRepaired: number
}

/** The only way telemetry enters the store. */
export interface TelemetryWriter {
  /**
   * Inserts the rows of a batch: one insert a table, fsynced, each (table, day) as one part. When it resolves, every
   * row of the batch is stored exactly once, whether or not an earlier attempt got part of the way.
   * @throws StoreError when the store cannot be reached or refuses; nothing may then be concluded about the rows, and
   *   the batch must be written again with `repeated: true`.
   */
  write(request: WriteRequest): Promise<WriteReport>
  /** @returns those of the identities that are stored. @throws StoreError. */
  findStored(search: StoredSearch): Promise<string[]>
  /** @returns the newest time that the table holds, Unix milliseconds; 0 when it is empty. @throws StoreError. */
  findLastTime(table: IdentifiedTable): Promise<number>
}
