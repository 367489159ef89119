/** The generated positions of segments, in order. */
interface Positions {
  generatedLine: Uint32Array
  generatedColumn: Uint32Array
}

/** Finds segments by their generated position. */
export class SegmentFinder {
  readonly #lines: Uint32Array
  readonly #columns: Uint32Array

  constructor({ generatedLine, generatedColumn }: Positions) {
    this.#lines = generatedLine
    this.#columns = generatedColumn
  }

  /**
   * The index of the segment at a position, or else of the last one before it on the same line. Of several at the very
   * position it is the first one.
   * @returns undefined when the line has none before it.
   */
  find(line: number, column: number): number | undefined {
    let low = 0
    let high = this.#lines.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isBefore(middle, line, column)) low = middle + 1
      else high = middle
    }
    if (this.#lines[low] === line && this.#columns[low] === column) return low
    return low > 0 && this.#lines[low - 1] === line ? low - 1 : undefined
  }

  #isBefore(index: number, line: number, column: number): boolean {
    const own = this.#lines[index] ?? 0
    return own < line || (own === line && (this.#columns[index] ?? 0) < column)
  }
}
