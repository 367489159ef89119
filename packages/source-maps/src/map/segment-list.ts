import type { Segments } from './source-map.js'

/** Original position of a segment, as in `Segments`. */
interface OriginalPlace {
  source: number
  line: number
  column: number
  name: number
}

const fields = 6
const startCapacity = 4_096

/** A growing list of segments in one typed array, 24 bytes per segment. */
export class SegmentList {
  #rows = new Uint32Array(startCapacity * fields)
  #isSorted = true
  #lastLine = 0
  #lastColumn = 0
  count = 0

  push(line: number, column: number, original: OriginalPlace): void {
    const at = this.count * fields
    if (at + fields > this.#rows.length) this.#grow()
    const rows = this.#rows
    rows[at] = line
    rows[at + 1] = column
    rows[at + 2] = original.source
    rows[at + 3] = original.line
    rows[at + 4] = original.column
    rows[at + 5] = original.name
    if (line < this.#lastLine || (line === this.#lastLine && column < this.#lastColumn)) this.#isSorted = false
    this.#lastLine = line
    this.#lastColumn = column
    this.count += 1
  }

  /** Returns the columns sorted by generated position; the sort is stable. */
  toSegments(): Segments {
    const order = this.#isSorted ? undefined : this.#sortedOrder()
    const column = (field: number): Uint32Array => {
      const values = new Uint32Array(this.count)
      for (let index = 0; index < this.count; index += 1) values[index] = this.#at(order?.[index] ?? index, field)
      return values
    }
    return {
      count: this.count,
      generatedLine: column(0),
      generatedColumn: column(1),
      source: column(2),
      line: column(3),
      column: column(4),
      name: column(5),
    }
  }

  #sortedOrder(): Uint32Array {
    const order = Uint32Array.from({ length: this.count }, (_, index) => index)
    return order.sort((a, b) => this.#at(a, 0) - this.#at(b, 0) || this.#at(a, 1) - this.#at(b, 1) || a - b)
  }

  #at(row: number, field: number): number {
    return this.#rows[row * fields + field] ?? 0
  }

  #grow(): void {
    const rows = new Uint32Array(this.#rows.length * 2)
    rows.set(this.#rows)
    this.#rows = rows
  }
}
