/** Collects the values of one column. They must have passed the column's check. */
export interface ColumnWriter {
  /** ClickHouse type of the encoded column, which the store converts to the column's own. */
  readonly type: string
  /** Does the part of the encoding that rows of any block can share. @returns what `add` accepts instead of the value. */
  prepare(value: unknown): unknown
  /** @param value It, or what `prepare` returned for it. */
  add(value: unknown): void
  /** @returns the column in ClickHouse's Native format, in pieces. */
  finish(): Uint8Array[]
}
