import type { NormalFrame } from '../../normal-event.js'
import { compileGlob, type TextMatcher } from './glob.js'
import type { Reading, WrittenMatcher } from './rule-line.js'
import type { RuleBudget } from './rule-budget.js'

/** Context shared by all frames of an event. */
export interface FrameContext {
  /** Platform of the event, for frames that do not name theirs. */
  platform: string
  budget: RuleBudget
}

/** True when the frame matches. */
export type FrameMatcher = (frame: NormalFrame, context: FrameContext) => boolean

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
export function compileFrameMatcher({ name, pattern }: WrittenMatcher): Reading<FrameMatcher> | undefined {
  switch (aliases.get(name) ?? name) {
    case 'stack.function':
      return read(({ function: own }, matches) => matches(own), compileGlob(pattern))
    case 'stack.module':
      return read(({ module }, matches) => matches(module), compileGlob(pattern))
    case 'stack.package':
      return read((frame, matches) => matches(frame.package), compileGlob(pattern, { isPath: true }))
    case 'stack.abs_path':
      return read((frame, matches) => matchesPath(frame, matches), compileGlob(pattern, { isPath: true }))
    case 'app':
      return compileAppMatcher(pattern)
    default:
      return undefined
  }
}

function read(
  test: (frame: NormalFrame, matches: (text: string) => boolean) => boolean,
  matches: TextMatcher,
): Reading<FrameMatcher> {
  return { ok: true, value: (frame, { budget }) => test(frame, (text) => matches(text, budget)) }
}

function matchesPath({ absPath, filename }: NormalFrame, matches: (text: string) => boolean): boolean {
  return (absPath !== '' && matches(absPath)) || (filename !== '' && filename !== absPath && matches(filename))
}

function compileAppMatcher(pattern: string): Reading<FrameMatcher> {
  const word = pattern.toLowerCase()
  if (yesWords.includes(word)) return { ok: true, value: ({ inApp }) => inApp }
  if (noWords.includes(word)) return { ok: true, value: ({ inApp }) => !inApp }
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
