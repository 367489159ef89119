/** A search that cannot be parsed: where parsing stopped, and what was expected there. */
export class SearchSyntaxError extends Error {
  override readonly name = 'SearchSyntaxError'

  /**
   * @param position Offset of the fault in UTF-16 code units; the length of the text if something is missing at its
   * end.
   * @param expected What was expected, such as `a value`.
   */
  constructor(
    readonly position: number,
    readonly expected: string,
  ) {
    super(`at character ${position + 1}: expected ${expected}`)
  }
}
