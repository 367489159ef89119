import { SearchSyntaxError } from './search-syntax-error.js'

/** Reads a text from left to right. */
export class Scanner {
  private index = 0

  constructor(private readonly text: string) {}

  get position(): number {
    return this.index
  }

  isAtEnd(): boolean {
    return this.index >= this.text.length
  }

  /** True if this text comes next; consumes nothing. */
  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.index)
  }

  /** Consumes a match at the current position. @param pattern Sticky. @returns undefined if it does not match. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.index
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.index += found.length
    return found
  }

  /** Consumes this text. @returns true if it was there. */
  takeText(text: string): boolean {
    if (!this.startsWith(text)) return false
    this.index += text.length
    return true
  }

  /** Returns to an earlier position. */
  rewind(position: number): void {
    this.index = position
  }

  /** @returns a syntax error at the current position. */
  fault(expected: string): SearchSyntaxError {
    return new SearchSyntaxError(this.index, expected)
  }
}
