import { takeSteps, takeTest, type RuleBudget } from './rule-budget.js'

/** Maximum number of characters matched in a text. */
const textLengthMax = 1_000

/**
 * True if the text matches.
 * @throws like `takeSteps`.
 */
export type TextMatcher = (text: string, budget: RuleBudget) => boolean

/** How texts of one kind are compared. */
export interface GlobOptions {
  /** For paths: case-insensitive, `\` reads as `/`, and only `**` matches across slashes. */
  isPath?: boolean
  isCaseIgnored?: boolean
}

type Token = string | { star: 'any' | 'name' | 'folders' | 'folder name' }

const wildcard = /[*?]/
const wildcardRuns = /\*+|\?/

/**
 * Compiles a pattern for entire texts: `*` matches any text, `?` any one character, and in paths `**` any number of
 * folders. Matching takes linear time for any text; only the first thousand characters are read.
 */
export function compileGlob(pattern: string, options: GlobOptions = {}): TextMatcher {
  const read = readerOf(options)
  const own = read(pattern)
  if (!wildcard.test(own)) {
    return (text, budget) => {
      const head = text.slice(0, textLengthMax)
      takeTest(budget, head)
      return read(head) === own
    }
  }
  const tokens = readTokens(own, options.isPath === true)
  const literals = own.replaceAll('**/', '**').split(wildcardRuns)
  const literal = longest(literals)
  const start = own.slice(0, own.search(wildcard))
  const end = own.slice(Math.max(own.lastIndexOf('*'), own.lastIndexOf('?')) + 1)
  return (text, budget) => {
    const sent = text.slice(0, textLengthMax)
    takeTest(budget, sent)
    const head = read(sent)
    if (!head.startsWith(start) || !head.endsWith(end) || !head.includes(literal)) return false
    return matchesTokens(tokens, { text: head, isPath: options.isPath === true }, budget)
  }
}

function readerOf({ isPath, isCaseIgnored }: GlobOptions): (text: string) => string {
  if (isPath === true) return readPath
  return isCaseIgnored === true ? (text) => text.toLowerCase() : (text) => text
}

/** Relative paths are read as if they started at the root, so patterns with a leading slash match them. */
function readPath(path: string): string {
  const plain = path.replaceAll('\\', '/').toLowerCase()
  return /^[/*]|^[a-z][a-z0-9+.-]{0,30}:/.test(plain) ? plain : `/${plain}`
}

/** Every matching text contains this literal. */
function longest(literals: readonly string[]): string {
  return literals.reduce((best, literal) => (literal.length > best.length ? literal : best), '')
}

/** `**` + `/` is two tokens: between folders, and within a name. */
function readTokens(pattern: string, isPath: boolean): Token[] {
  const tokens: Token[] = []
  let index = 0
  while (index < pattern.length) {
    const stars = countStars(pattern, index)
    if (stars === 0) {
      tokens.push(pattern.charAt(index))
      index += 1
    } else if (isPath && stars > 1 && isFolders(pattern, index, stars)) {
      tokens.push({ star: 'folders' }, { star: 'folder name' })
      index += stars + 1
    } else {
      tokens.push({ star: isPath && stars === 1 ? 'name' : 'any' })
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

interface Subject {
  text: string
  isPath: boolean
}

/** Follows all states at once, so there is no backtracking. */
function matchesTokens(tokens: readonly Token[], { text, isPath }: Subject, budget: RuleBudget): boolean {
  let states = withSkipped([0], tokens)
  for (let index = 0; index < text.length && states.length > 0; index += 1) {
    takeSteps(budget, states.length)
    const character = text.charAt(index)
    const next: number[] = []
    for (const state of states) {
      const after = follow(tokens[state], character, isPath)
      if (after !== undefined) next.push(state + after)
    }
    states = withSkipped(next, tokens)
  }
  return states.includes(tokens.length)
}

/** @returns how many tokens to advance after the character; undefined on a mismatch. */
function follow(token: Token | undefined, character: string, isPath: boolean): number | undefined {
  if (token === undefined) return undefined
  const isSlash = isPath && character === '/'
  if (typeof token === 'string') return token === character || (token === '?' && !isSlash) ? 1 : undefined
  if (token.star === 'folders') return isSlash ? 0 : 1
  if (token.star === 'folder name') return isSlash ? -1 : 0
  return token.star === 'any' || !isSlash ? 0 : undefined
}

/** A star may match nothing. States are unique and in ascending order, before and after. */
function withSkipped(states: readonly number[], tokens: readonly Token[]): number[] {
  const all: number[] = []
  for (const state of states) {
    let next: number | undefined = state
    while (next !== undefined && next > (all.at(-1) ?? -1)) {
      all.push(next)
      next = skip(next, tokens[next])
    }
  }
  return all
}

function skip(state: number, token: Token | undefined): number | undefined {
  if (token === undefined || typeof token === 'string' || token.star === 'folder name') return undefined
  return token.star === 'folders' ? state + 2 : state + 1
}
