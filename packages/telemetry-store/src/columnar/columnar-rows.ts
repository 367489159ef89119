import { checkedColumns, type CheckedColumn } from '../column-checks.js'
import type { DayRows } from '../prepared-insert.js'
import { positionColumns, type PositionValues, type TableDefinition } from '../tables/definition.js'
import type { ColumnWriter } from './column-writer.js'
import { writerOfType } from './column-writers.js'
import { concatenate, GrowingBytes } from './growing-bytes.js'

/**
 * Rows of one table and day as a block in ClickHouse's Native format, column by column, which the store reads several times
 * as fast as text. What rows contain must not be mutated after they were added.
 */
export class ColumnarRows<Row> implements DayRows<Row> {
  readonly #table: TableDefinition<Row>
  readonly #position: PositionValues
  readonly #own: readonly Column<Row>[]
  readonly #repeated: readonly Column<Row>[]
  #rows = 0

  constructor(table: TableDefinition<Row>, position: PositionValues) {
    const repeated = new Set<string>(table.repeated?.names)
    const columns = checkedColumns(table).map((column) => new Column(column))
    this.#table = table
    this.#position = position
    this.#own = columns.filter(({ name }) => !repeated.has(name))
    this.#repeated = columns.filter(({ name }) => repeated.has(name))
  }

  get rows(): number {
    return this.#rows
  }

  add(row: Row): void {
    const own = this.#own.map((column) => column.read(row))
    const repeated = this.#prepareRepeated(row)
    for (let index = 0; index < own.length; index += 1) this.#own[index]?.writer.add(own[index])
    for (let index = 0; index < repeated.length; index += 1) this.#repeated[index]?.writer.add(repeated[index])
    this.#rows += 1
  }

  finish(): Uint8Array<ArrayBuffer> {
    const columns = [...this.#own, ...this.#repeated, ...this.#finishPosition()]
    const sizes = new GrowingBytes()
    sizes.varint(columns.length)
    sizes.varint(this.#rows)
    const pieces: Uint8Array[] = [...sizes.pieces]
    for (const { name, writer } of columns) {
      const head = new GrowingBytes()
      head.text(name)
      head.text(writer.type)
      for (const piece of [...head.pieces, ...writer.finish()]) pieces.push(piece)
    }
    return concatenate(pieces)
  }

  #prepareRepeated(row: Row): readonly unknown[] {
    const encoded = this.#table.repeated?.encodedOf(row)
    if (encoded?.values !== undefined) return encoded.values
    const values = this.#repeated.map((column) => column.read(row))
    if (encoded === undefined) return values
    return (encoded.values = values.map((value, index) => this.#repeated[index]?.writer.prepare(value)))
  }

  #finishPosition(): { name: string; writer: ColumnWriter }[] {
    return Object.entries(positionColumns).map(([name, type], index) => {
      const writer = writerOfType(type)
      for (let row = 0; row < this.#rows; row += 1) writer.add(this.#position[index])
      return { name, writer }
    })
  }
}

/** A column of one block. Consecutive rows often hold the same value, which is checked once. */
class Column<Row> {
  readonly name: string
  readonly writer: ColumnWriter
  readonly #read: (row: Row) => unknown
  readonly #check: (value: unknown) => void
  #last: unknown

  constructor({ name, type, check, read }: CheckedColumn<Row>) {
    this.name = name
    this.writer = writerOfType(type)
    this.#read = read
    this.#check = check
  }

  /** @throws InvalidRowError if the value does not fit the column. */
  read(row: Row): unknown {
    const value = this.#read(row)
    if (value !== this.#last || value === undefined) {
      this.#check(value)
      this.#last = value
    }
    return value
  }
}
