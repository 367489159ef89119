/** A search text that cannot be read: where reading stopped, and what should stand there. */
export class SearchSyntaxError extends Error {
  override readonly name = 'SearchSyntaxError'

  /**
   * @param position Characters (UTF-16 units) before the fault; the length of the text when something is missing at its end.
   * @param expected What should stand there, such as `a value`.
   */
  constructor(
    readonly position: number,
    readonly expected: string,
  ) {
    super(`at character ${position + 1}: ${expected} is expected`)
  }
}
