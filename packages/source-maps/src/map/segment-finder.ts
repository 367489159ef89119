/** Generated positions of the segments, in order. */
interface Positions {
  generatedLine: Uint32Array
  generatedColumn: Uint32Array
}

/** Finds segments by generated position. */
export class SegmentFinder {
  readonly #lines: Uint32Array
  readonly #columns: Uint32Array

  constructor({ generatedLine, generatedColumn }: Positions) {
    this.#lines = generatedLine
    this.#columns = generatedColumn
  }

  /**
   * Returns the index of the segment at a position, else of the last one before it on the same line. If several are at
   * the exact position, the first one wins.
   * @returns undefined if there is none on the line.
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
