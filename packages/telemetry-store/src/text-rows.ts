import { LineBuffer } from './line-buffer.js'
import type { DayRows } from './prepared-insert.js'
import { encodePosition, rowEncoderOf } from './row-encoder.js'
import type { PositionValues, RowsByTable, TableName } from './tables/index.js'

/** Rows of one table and day as lines of JSONCompactEachRow. */
export class TextRows<Name extends TableName> implements DayRows<RowsByTable[Name]> {
  readonly #encoder
  readonly #position: string
  readonly #lines = new LineBuffer()
  #rows = 0

  constructor(table: Name, position: PositionValues) {
    this.#encoder = rowEncoderOf(table)
    this.#position = encodePosition(position)
  }

  get rows(): number {
    return this.#rows
  }

  add(row: RowsByTable[Name]): void {
    this.#lines.add(this.#encoder.encode(row, this.#position))
    this.#rows += 1
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#lines.finish()
  }
}
