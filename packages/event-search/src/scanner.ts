import { SearchSyntaxError } from './search-syntax-error.js'

/** A text that is read from left to right. */
export class Scanner {
  private index = 0

  constructor(private readonly text: string) {}

  get position(): number {
    return this.index
  }

  isAtEnd(): boolean {
    return this.index >= this.text.length
  }

  /** What comes next if it is this text, without reading it. */
  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.index)
  }

  /** Reads what matches here. @param pattern Sticky. @returns undefined when it does not match. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.index
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.index += found.length
    return found
  }

  /** Reads this text. @returns whether it was there. */
  takeText(text: string): boolean {
    if (!this.startsWith(text)) return false
    this.index += text.length
    return true
  }

  /** Goes back to a position read before. */
  rewind(position: number): void {
    this.index = position
  }

  /** @returns the error to throw: here, something else is expected. */
  fault(expected: string): SearchSyntaxError {
    return new SearchSyntaxError(this.index, expected)
  }
}
