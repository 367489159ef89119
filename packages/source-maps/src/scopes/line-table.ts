/** Converts between UTF-16 offsets and zero-based lines and columns. */
export class LineTable {
  readonly #starts: readonly number[]
  readonly #length: number

  constructor(text: string) {
    const starts = [0]
    for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length)
    this.#starts = starts
    this.#length = text.length
  }

  /** Positions beyond their line or the text are clamped. */
  offsetOf(line: number, column: number): number {
    const start = this.#starts[line] ?? this.#length
    return Math.min(start + column, this.#starts[line + 1] ?? this.#length)
  }

  positionOf(offset: number): { line: number; column: number } {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low, column: offset - (this.#starts[low] ?? 0) }
  }
}
