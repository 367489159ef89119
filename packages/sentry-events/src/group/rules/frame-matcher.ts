import type { NormalFrame } from '../../normal-event.js'
import type { BitSet } from './bit-set.js'
import type { RuleBudget } from './rule-budget.js'
import type { Reading, WrittenMatcher } from './rule-line.js'
import type { RulePattern, RulePatterns } from './rule-patterns.js'

/** Context shared by all frames of an event. */
export interface FrameContext {
  /** Platform of the event, for frames that do not name theirs. */
  platform: string
  budget: RuleBudget
}

/** True when the frame matches. */
export type FrameTest = (frame: NormalFrame, context: FrameContext) => boolean

export interface FrameMatcher {
  matches: FrameTest
  /** The pattern that a text of the frame must match; undefined if it depends on no pattern. */
  pattern?: number
}

const families = new Map<string, string>([
  ['javascript', 'javascript'],
  ['node', 'javascript'],
  ...['native', 'c', 'cpp', 'objc', 'cocoa', 'swift', 'rust'].map((platform): [string, string] => [platform, 'native']),
])

/** @returns `javascript`, `native` or `other`. */
export function familyOf(platform: string): string {
  return families.get(platform) ?? 'other'
}

const familyNames = ['javascript', 'native', 'other']
const yesWords = ['yes', 'true', '1']
const noWords = ['no', 'false', '0']

/** Alternative matcher names. */
const aliases = new Map([
  ['function', 'stack.function'],
  ['module', 'stack.module'],
  ['path', 'stack.abs_path'],
  ['package', 'stack.package'],
])

/**
 * Compiles a matcher of a single frame. The caller handles negation.
 * @returns undefined if there is no frame matcher of that name.
 */
export function compileFrameMatcher(
  { name, pattern }: WrittenMatcher,
  patterns: RulePatterns,
): Reading<FrameMatcher> | undefined {
  const field = aliases.get(name) ?? name
  switch (field) {
    case 'stack.function':
      return read(({ function: own }, matches) => matches(own), patterns.add(pattern, field, 'exact'))
    case 'stack.module':
      return read(({ module }, matches) => matches(module), patterns.add(pattern, field, 'exact'))
    case 'stack.package':
      return read((frame, matches) => matches(frame.package), patterns.add(pattern, field, 'path'))
    case 'stack.abs_path':
      return read((frame, matches) => matchesPath(frame, matches), patterns.add(pattern, field, 'path'))
    case 'app':
      return compileAppMatcher(pattern)
    default:
      return undefined
  }
}

/** Adds the ids of the patterns that the texts of a frame may match. @throws like `takeSteps`. */
export function addPossiblePatterns(
  possible: BitSet,
  frame: NormalFrame,
  { patterns, budget }: { patterns: RulePatterns; budget: RuleBudget },
): void {
  patterns.addPossible(possible, 'stack.function', frame.function, budget)
  patterns.addPossible(possible, 'stack.module', frame.module, budget)
  patterns.addPossible(possible, 'stack.package', frame.package, budget)
  patterns.addPossible(possible, 'stack.abs_path', frame.absPath, budget)
  if (frame.filename !== frame.absPath) patterns.addPossible(possible, 'stack.abs_path', frame.filename, budget)
}

function read(
  test: (frame: NormalFrame, matches: (text: string) => boolean) => boolean,
  { id, matches }: RulePattern,
): Reading<FrameMatcher> {
  const matchesFrame: FrameTest = (frame, { budget }) => test(frame, (text) => matches(text, budget))
  return { ok: true, value: { matches: matchesFrame, pattern: id } }
}

function matchesPath({ absPath, filename }: NormalFrame, matches: (text: string) => boolean): boolean {
  return (absPath !== '' && matches(absPath)) || (filename !== '' && filename !== absPath && matches(filename))
}

function compileAppMatcher(pattern: string): Reading<FrameMatcher> {
  const word = pattern.toLowerCase()
  if (yesWords.includes(word)) return { ok: true, value: { matches: ({ inApp }) => inApp } }
  if (noWords.includes(word)) return { ok: true, value: { matches: ({ inApp }) => !inApp } }
  return { ok: false, detail: '`app` must be `yes` or `no`' }
}

/** Parses a comma-separated list of families. */
export function readFamilies(pattern: string): Reading<ReadonlySet<string>> {
  const names = pattern.split(',').map((name) => name.trim().toLowerCase())
  const unknown = names.find((name) => !familyNames.includes(name))
  return unknown === undefined
    ? { ok: true, value: new Set(names) }
    : { ok: false, detail: '`family` must be `javascript`, `native` or `other`' }
}
