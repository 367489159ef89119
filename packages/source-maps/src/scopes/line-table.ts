/** Turns offsets of a text in UTF-16 units into lines and columns from 0, and back. */
export class LineTable {
  readonly #starts: readonly number[]
  readonly #length: number

  constructor(text: string) {
    const starts = [0]
    for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length)
    this.#starts = starts
    this.#length = text.length
  }

  /** A position beyond its line or the text is taken to their ends. */
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
