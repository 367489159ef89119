import type { NewestItems, StoredSearch } from './duplicates/find-stored.js'
import type { IdentifiedTable } from './duplicates/item-identity.js'
import type { PreparedInsert } from './prepared-insert.js'
import type { LogPosition } from './tables/index.js'

export interface WriteRequest {
  position: LogPosition
  inserts: readonly PreparedInsert[]
  /** True if the batch was planned before but not committed: checks what is stored and inserts only what is missing. */
  repeated: boolean
  /**
   * Distinguishes this write if rows at the same position were stored and deleted before. Replicated tables remember
   * inserts and would otherwise ignore it as a duplicate.
   */
  attempt?: string
}

export interface WriteReport {
  /** Rows that this call inserted. */
  rowsInserted: number
  /** (table, day) pairs that were already complete and therefore skipped. Always 0 unless the batch is repeated. */
  daysPresent: number
  /** (table, day) pairs that had a wrong number of rows and were deleted and inserted again. */
  daysRepaired: number
}

/** The only way for telemetry to enter the store. */
export interface TelemetryWriter {
  /**
   * Inserts the rows of a batch: one fsynced insert per table, with each (table, day) as one part. When it resolves,
   * every row of the batch is stored exactly once, even if an earlier attempt was partially successful.
   * @throws StoreError if the store is unreachable or refuses. The state of the rows is then unknown, and the batch
   * must be written again with `repeated: true`.
   */
  write(request: WriteRequest): Promise<WriteReport>
  /** @returns the identities that are already stored. @throws StoreError. */
  findStored(search: StoredSearch): Promise<string[]>
  /** @returns the newest time in the table, in Unix milliseconds; 0 if it is empty. @throws StoreError. */
  findLastTime(table: IdentifiedTable): Promise<number>
  /** @returns the identities of at most `rowsMax` rows newer than `from`, the newest ones. @throws StoreError. */
  findNewest(options: { table: IdentifiedTable; from: number; rowsMax: number }): Promise<NewestItems>
}
