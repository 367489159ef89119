/** Bytes of a list or object that is parsed in one go; larger ones are parsed member by member. */
const shortBytesMax = 16_384
/** Depth below which lists and objects are parsed in one go, however large they are. */
const openDepthMax = 8

const quote = 0x22
const backslash = 0x5c
const openers = codesOf('[{')
const closers = codesOf(']}')
const spaces = codesOf(' \t\n\r')
const delimiters = codesOf(',]}: \t\n\r')

/** May be asked for the byte beyond the end. */
function codesOf(characters: string): ReadonlySet<number | undefined> {
  return new Set(Buffer.from(characters))
}

/**
 * Parses JSON as `JSON.parse` does, and yields between short parts.
 * @throws SyntaxError
 */
export function* parseParts(bytes: Buffer): Generator<void, unknown> {
  const text = new JsonBytes(bytes)
  const value = yield* parseValue(text, 0)
  text.requireEnd()
  return value
}

function* parseValue(text: JsonBytes, depth: number): Generator<void, unknown> {
  yield
  const whole = text.takeWhole(depth < openDepthMax ? shortBytesMax : Infinity)
  if (whole !== undefined) return whole.value
  return text.takeIf('[') ? yield* parseMembers(text, depth) : yield* parseProperties(text, depth)
}

function* parseMembers(text: JsonBytes, depth: number): Generator<void, unknown[]> {
  const members: unknown[] = []
  if (text.takeIf(']')) return members
  do members.push(yield* parseValue(text, depth + 1))
  while (text.takeIf(','))
  text.require(']')
  return members
}

function* parseProperties(text: JsonBytes, depth: number): Generator<void, unknown> {
  text.require('{')
  const properties: [string, unknown][] = []
  if (text.takeIf('}')) return {}
  do {
    const name = text.takeName()
    text.require(':')
    properties.push([name, yield* parseValue(text, depth + 1)])
  } while (text.takeIf(','))
  text.require('}')
  return Object.fromEntries(properties)
}

/** JSON that is read from its beginning. */
class JsonBytes {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** @returns undefined, and takes nothing, for a list or object of more bytes. */
  takeWhole(bytesMax: number): { value: unknown } | undefined {
    this.#skipSpaces()
    const isContainer = openers.has(this.#bytes[this.#at])
    const end = isContainer ? this.#endOfContainer(bytesMax) : this.#endOfScalar()
    if (end === undefined) return undefined
    const value: unknown = JSON.parse(this.#bytes.toString('utf8', this.#at, end))
    this.#at = end
    return { value }
  }

  takeName(): string {
    this.#skipSpaces()
    if (this.#bytes[this.#at] !== quote) this.#fail()
    return String(this.takeWhole(0)?.value)
  }

  takeIf(character: string): boolean {
    this.#skipSpaces()
    const isHere = this.#bytes[this.#at] === character.charCodeAt(0)
    if (isHere) this.#at += 1
    return isHere
  }

  require(character: string): void {
    if (!this.takeIf(character)) this.#fail()
  }

  requireEnd(): void {
    this.#skipSpaces()
    if (this.#at < this.#bytes.length) this.#fail()
  }

  #skipSpaces(): void {
    while (spaces.has(this.#bytes[this.#at])) this.#at += 1
  }

  #endOfScalar(): number {
    if (this.#bytes[this.#at] === quote) return this.#endOfText(this.#at)
    let end = this.#at
    while (end < this.#bytes.length && !delimiters.has(this.#bytes[end])) end += 1
    return end
  }

  #endOfContainer(bytesMax: number): number | undefined {
    const endMax = Math.min(this.#bytes.length, this.#at + bytesMax)
    let depth = 0
    let index = this.#at
    while (index < endMax) {
      const code = this.#bytes[index]
      if (code === quote) {
        index = this.#endOfText(index)
        continue
      }
      if (openers.has(code)) depth += 1
      if (closers.has(code)) depth -= 1
      index += 1
      if (depth === 0) return index
    }
    return undefined
  }

  #endOfText(start: number): number {
    let index = start + 1
    while (index < this.#bytes.length && this.#bytes[index] !== quote) {
      index += this.#bytes[index] === backslash ? 2 : 1
    }
    return Math.min(index + 1, this.#bytes.length)
  }

  #fail(): never {
    throw new SyntaxError(`Unexpected JSON at position ${this.#at}`)
  }
}
