import { GlobStates, type Token } from './glob-states.js'
import { takeSteps, type RuleBudget } from './rule-budget.js'

/** Maximum number of characters matched in a text. */
export const textLengthMax = 1_000

/** How texts are compared: paths are case-insensitive, `\` reads as `/`, and only `**` matches across slashes. */
export type TextForm = 'exact' | 'any-case' | 'path'

/** A compiled pattern. */
export interface Glob {
  /** Every matching text contains this literal; empty if there is none. */
  literal: string
  /**
   * True if the text, read in the pattern's form, matches as a whole.
   * @throws like `takeSteps`.
   */
  matches: (own: string, budget: RuleBudget) => boolean
}

const wildcard = /[*?]/
const wildcardRuns = /\*+|\?/
/** A star within a name, or one that ends at a slash. */
const boundedByFolders = /(?<!\*)\*(?!\*)|\*\//

/** Fixed cost of a comparison: steps per test, plus one for each of these many characters. */
const stepsPerTest = 4
const charactersPerStep = 16

/**
 * Compiles a pattern for entire texts: `*` matches any text, `?` any one character, and in paths `**` any number of
 * folders. Matching takes linear time for any text.
 */
export function compileGlob(pattern: string, form: TextForm): Glob {
  const own = readText(pattern, form)
  if (!wildcard.test(own)) return { literal: own, matches: (text) => text === own }
  const isPath = form === 'path'
  const literals = (isPath ? own.replaceAll('**/', '**') : own).split(wildcardRuns)
  const isDecidedByLiterals = !own.includes('?') && !(isPath && boundedByFolders.test(own))
  // With the slash of `**/`, even if that stands for no folder.
  const end = own.slice(Math.max(own.lastIndexOf('*'), own.lastIndexOf('?')) + 1)
  let states: GlobStates | undefined
  return {
    literal: literals.reduce((best, literal) => (literal.length > best.length ? literal : best), ''),
    matches: (text, budget) => {
      takeSteps(budget, stepsPerTest + Math.floor(text.length / charactersPerStep))
      if (!text.endsWith(end) || !holdsInOrder(text, literals)) return false
      if (isDecidedByLiterals) return true
      states ??= new GlobStates(readTokens(own, isPath), isPath)
      takeSteps(budget, text.length * states.words)
      return states.accepts(text)
    },
  }
}

/** Returns a text as patterns of this form see it. Only its first thousand characters are matched. */
export function readText(text: string, form: TextForm): string {
  const head = text.length > textLengthMax ? text.slice(0, textLengthMax) : text
  if (form === 'path') return readPath(head)
  return form === 'any-case' ? head.toLowerCase() : head
}

/** Relative paths are read as if they started at the root, so patterns with a leading slash match them. */
function readPath(path: string): string {
  const plain = path.replaceAll('\\', '/').toLowerCase()
  return /^[/*]|^[a-z][a-z0-9+.-]{0,30}:/.test(plain) ? plain : `/${plain}`
}

/** True if the text starts with the first literal, ends with the last, and has the others between them in order. */
function holdsInOrder(text: string, literals: readonly string[]): boolean {
  const last = literals.length - 1
  const [start = '', end = ''] = [literals[0], literals[last]]
  if (!text.startsWith(start) || !text.endsWith(end)) return false
  let from = start.length
  for (let index = 1; index < last; index += 1) {
    const literal = literals[index] ?? ''
    const at = text.indexOf(literal, from)
    if (at === -1) return false
    from = at + literal.length
  }
  return from + end.length <= text.length
}

/** `**` + `/` is two tokens: between folders, and within a name. Repeating it changes nothing. */
function readTokens(pattern: string, isPath: boolean): Token[] {
  const tokens: Token[] = []
  let index = 0
  while (index < pattern.length) {
    const stars = countStars(pattern, index)
    if (stars === 0) {
      tokens.push(pattern.charAt(index))
      index += 1
    } else if (isPath && stars > 1 && isFolders(pattern, index, stars)) {
      if (tokens.at(-1) !== 'folder name') tokens.push('folders', 'folder name')
      index += stars + 1
    } else {
      tokens.push(isPath && stars === 1 ? 'name' : 'any')
      index += stars
    }
  }
  return tokens
}

function countStars(pattern: string, start: number): number {
  let end = start
  while (pattern[end] === '*') end += 1
  return end - start
}

function isFolders(pattern: string, start: number, stars: number): boolean {
  return pattern[start + stars] === '/' && (start === 0 || pattern[start - 1] === '/')
}
