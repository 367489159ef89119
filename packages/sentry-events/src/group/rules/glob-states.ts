import { hasBit, setBit, wordBits } from './bit-set.js'

/**
 * A part of a pattern: one character, or a name for more than one.
 * - `any`: any text
 * - `name`: any text without a slash
 * - `folders`, always followed by `folder name`: nothing, or any text that ends with a slash
 */
export type Token = string

const slash = '/'.charCodeAt(0)
const asciiMax = 128

/**
 * Matches a pattern against entire texts. Follows all ways to match at once, so there is no backtracking: bit `n` is
 * set while the first `n` tokens match the characters so far.
 */
export class GlobStates {
  /** Number of words per set of states, and so the work per character. */
  readonly words: number
  readonly #isPath: boolean
  readonly #last: number
  readonly #stars: Int32Array
  readonly #folders: Int32Array
  readonly #folderNames: Int32Array
  /** States that a character doesn't change. */
  readonly #stay: Int32Array
  readonly #stayAtSlash: Int32Array
  /** For each kind of character, the states that it advances. Kind 0 is a character that the pattern doesn't contain. */
  readonly #advance: Int32Array
  readonly #asciiKinds = new Uint8Array(asciiMax)
  readonly #otherKinds = new Map<number, number>()
  readonly #start: Int32Array

  constructor(tokens: readonly Token[], isPath: boolean) {
    this.words = Math.floor(tokens.length / wordBits) + 1
    this.#isPath = isPath
    this.#last = tokens.length
    const statesBefore = (...names: readonly Token[]) => this.#statesBefore(tokens, (token) => names.includes(token))
    this.#stars = statesBefore('any', 'name')
    this.#folders = statesBefore('folders')
    this.#folderNames = statesBefore('folder name')
    this.#stay = statesBefore('any', 'name', 'folder name')
    this.#stayAtSlash = statesBefore('any', 'folders')
    this.#advance = this.#readAdvance(tokens)
    this.#start = new Int32Array(this.words)
    this.#start[0] = 1
    this.#skip(this.#start)
  }

  accepts(text: string): boolean {
    const states = this.#start.slice()
    for (let index = 0; index < text.length; index += 1) {
      if (!this.#step(states, text.charCodeAt(index))) return false
      this.#skip(states)
    }
    return hasBit(states, this.#last)
  }

  /** @returns false if no state is left. */
  #step(states: Int32Array, code: number): boolean {
    const row = this.#kindOf(code) * this.words
    const isSlash = this.#isPath && code === slash
    const stay = isSlash ? this.#stayAtSlash : this.#stay
    let carry = 0
    let any = 0
    for (let word = 0; word < this.words; word += 1) {
      const before = states[word] ?? 0
      const advanced = before & (this.#advance[row + word] ?? 0)
      let after = (before & (stay[word] ?? 0)) | (advanced << 1) | carry
      carry = advanced >>> (wordBits - 1)
      if (isSlash) {
        const back = before & (this.#folderNames[word] ?? 0)
        after |= back >>> 1
        if ((back & 1) !== 0) setBit(states, word * wordBits - 1)
        any |= back
      }
      states[word] = after
      any |= after
    }
    return any !== 0
  }

  /** Stars may match nothing. Folders come first: a star may follow them. */
  #skip(states: Int32Array): void {
    if (this.#isPath) skipBits(states, this.#folders, 2)
    skipBits(states, this.#stars, 1)
  }

  #kindOf(code: number): number {
    return code < asciiMax ? (this.#asciiKinds[code] ?? 0) : (this.#otherKinds.get(code) ?? 0)
  }

  #statesBefore(tokens: readonly Token[], isIncluded: (token: Token) => boolean): Int32Array {
    const bits = new Int32Array(this.words)
    tokens.forEach((token, index) => {
      if (isIncluded(token)) setBit(bits, index)
    })
    return bits
  }

  #readAdvance(tokens: readonly Token[]): Int32Array {
    const characters = new Set(tokens.filter(isCharacter))
    if (this.#isPath) characters.add('/')
    const kinds = [undefined, ...characters]
    const advance = new Int32Array(kinds.length * this.words)
    kinds.forEach((character, kind) => {
      if (character !== undefined) this.#setKind(character.charCodeAt(0), kind)
      const isSlash = this.#isPath && character === '/'
      const advances = (token: Token) => token === character || (!isSlash && (token === '?' || token === 'folders'))
      advance.set(this.#statesBefore(tokens, advances), kind * this.words)
    })
    return advance
  }

  #setKind(code: number, kind: number): void {
    if (code < asciiMax) this.#asciiKinds[code] = kind
    else this.#otherKinds.set(code, kind)
  }
}

function isCharacter(token: Token): boolean {
  return token.length === 1
}

/** Adds, for each set bit that is in the mask, the bit so many further. */
function skipBits(bits: Int32Array, mask: Int32Array, by: number): void {
  for (let word = bits.length - 1; word >= 0; word -= 1) {
    const own = bits[word] ?? 0
    const below = word === 0 ? 0 : (bits[word - 1] ?? 0) & (mask[word - 1] ?? 0)
    bits[word] = own | ((own & (mask[word] ?? 0)) << by) | (below >>> (wordBits - by))
  }
}
