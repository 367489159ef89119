import type { NormalEvent, NormalException, NormalFrame } from '../../normal-event.js'
import { mainStack } from '../crash-frame.js'
import { messageText } from '../message.js'
import { compileEventMatcher, type EventMatcher } from './event-matcher.js'
import type { BitSet } from './bit-set.js'
import { addPossiblePatterns, compileFrameMatcher } from './frame-matcher.js'
import {
  readMatchers,
  ruleLimits,
  splitWords,
  unquote,
  type Reading,
  type RuleLine,
  type WrittenMatcher,
} from './rule-line.js'
import type { RuleBudget } from './rule-budget.js'
import type { RulePatterns } from './rule-patterns.js'

/** A rule that sets events' fingerprint. */
export interface FingerprintRule {
  line: number
  /** As written, without the comment. */
  text: string
  matches: (subject: RuleSubject, budget: RuleBudget) => boolean
  /** As in an SDK's fingerprint, variables not yet substituted. */
  parts: string[]
  /** Issue title, variables not yet substituted; empty means the default. */
  title: string
}

const titleAttribute = /(?:^|\s)title=(\0+)$/

/** Parses `matcher:pattern [matcher:pattern ...] -> part, part [title="..."]`. */
export function readFingerprintRule({ line, text, mask }: RuleLine, patterns: RulePatterns): Reading<FingerprintRule> {
  const arrow = mask.indexOf('->')
  if (arrow === -1) return { ok: false, detail: 'missing `->`' }
  const written = readMatchers(splitWords({ text: text.slice(0, arrow), mask: mask.slice(0, arrow) }))
  if (!written.ok) return written
  const matches = compileMatchers(written.value, patterns)
  if (!matches.ok) return matches
  const result = readResult(text.slice(arrow + 2).trim(), mask.slice(arrow + 2).trim())
  return result.ok ? { ok: true, value: { line, text, matches: matches.value, ...result.value } } : result
}

function readResult(text: string, mask: string): Reading<{ parts: string[]; title: string }> {
  const attribute = titleAttribute.exec(mask)
  const end = attribute?.index ?? mask.length
  const title = attribute?.[1] === undefined ? '' : unquote(text.slice(-attribute[1].length))
  const parts = splitParts(text.slice(0, end), mask.slice(0, end))
  if (parts.length === 0) return { ok: false, detail: 'missing part after `->`' }
  if (parts.length > ruleLimits.partsMax) return { ok: false, detail: `more than ${ruleLimits.partsMax} parts` }
  return parts.includes('') ? { ok: false, detail: 'empty part' } : { ok: true, value: { parts, title } }
}

function splitParts(text: string, mask: string): string[] {
  if (text.trim() === '') return []
  const parts: string[] = []
  let start = 0
  for (const piece of mask.split(',')) {
    parts.push(unquote(text.slice(start, start + piece.length).trim()))
    start += piece.length + 1
  }
  return parts
}

type Test<T> = (item: T, budget: RuleBudget) => boolean

/** Tests for one kind of item: required ones and negated ones. */
interface ItemTests<T> {
  wanted: Test<T>[]
  unwanted: Test<T>[]
}

interface CompiledMatchers {
  event: EventMatcher[]
  exceptions: ItemTests<NormalException>
  frames: ItemTests<NormalFrame>
  /** Patterns that texts of a matching event's frames must match. */
  required: number[]
}

function compileMatchers(
  written: readonly WrittenMatcher[],
  patterns: RulePatterns,
): Reading<FingerprintRule['matches']> {
  const compiled: CompiledMatchers = {
    event: [],
    exceptions: { wanted: [], unwanted: [] },
    frames: { wanted: [], unwanted: [] },
    required: [],
  }
  for (const one of written) {
    const fault = addMatcher(compiled, one, patterns)
    if (fault !== undefined) return { ok: false, detail: fault }
  }
  return { ok: true, value: (subject, budget) => matchesEvent(subject, compiled, budget) }
}

/** @returns the fault, or undefined if the matcher was added. */
function addMatcher(compiled: CompiledMatchers, written: WrittenMatcher, patterns: RulePatterns): string | undefined {
  const { isNegated } = written
  const ofException = compileExceptionMatcher(written, patterns)
  if (ofException !== undefined) {
    addTest(compiled.exceptions, ofException, isNegated)
    return undefined
  }
  const ofFrame = compileFrameMatcher(written, patterns)
  if (ofFrame !== undefined) {
    if (!ofFrame.ok) return ofFrame.detail
    const { matches, pattern } = ofFrame.value
    addTest(compiled.frames, (frame: NormalFrame, budget) => matches(frame, { platform: '', budget }), isNegated)
    if (pattern !== undefined && !isNegated) compiled.required.push(pattern)
    return undefined
  }
  const ofEvent = compileEventMatcher(written, patterns)
  if (!ofEvent.ok) return ofEvent.detail
  const { value: test } = ofEvent
  compiled.event.push(isNegated ? (event, budget) => !test(event, budget) : test)
  return undefined
}

function addTest<T>(tests: ItemTests<T>, test: Test<T>, isNegated: boolean): void {
  if (isNegated) tests.unwanted.push(test)
  else tests.wanted.push(test)
}

function compileExceptionMatcher(
  { name, pattern }: WrittenMatcher,
  patterns: RulePatterns,
): Test<NormalException> | undefined {
  if (name === 'type' || name === 'error.type') {
    const { matches } = patterns.add(pattern, 'type', 'exact')
    return ({ type }, budget) => matches(type, budget)
  }
  if (name === 'value' || name === 'error.value') {
    const { matches } = patterns.add(pattern, 'value', 'any-case')
    return ({ value }, budget) => matches(value, budget)
  }
  return undefined
}

function matchesEvent(subject: RuleSubject, compiled: CompiledMatchers, budget: RuleBudget): boolean {
  const { event: own, exceptions, frames, required } = compiled
  const { event } = subject
  return (
    own.every((matches) => matches(event, budget)) &&
    matchesItems(exceptions, () => event.exceptions, budget) &&
    (required.length === 0 || subject.possibleIn(budget).hasAll(required)) &&
    matchesItems(frames, () => subject.frames, budget)
  )
}

/** An event that rules are tried on, with what several of them need. */
export class RuleSubject {
  readonly event: NormalEvent
  readonly #patterns: RulePatterns
  #frames: readonly NormalFrame[] | undefined
  #possible: BitSet | undefined

  constructor(event: NormalEvent, patterns: RulePatterns) {
    this.event = event
    this.#patterns = patterns
  }

  get frames(): readonly NormalFrame[] {
    return (this.#frames ??= framesOf(this.event))
  }

  /** Ids of the patterns that a frame may match. @throws like `takeSteps`. */
  possibleIn(budget: RuleBudget): BitSet {
    if (this.#possible !== undefined) return this.#possible
    const possible = this.#patterns.createSet()
    for (const frame of this.frames) addPossiblePatterns(possible, frame, { patterns: this.#patterns, budget })
    this.#possible = possible
    return possible
  }
}

/** One item must pass all tests; if all are negated, no item may match any of them. */
function matchesItems<T>({ wanted, unwanted }: ItemTests<T>, itemsOf: () => readonly T[], budget: RuleBudget): boolean {
  if (wanted.length + unwanted.length === 0) return true
  const isFree = (item: T) => !unwanted.some((test) => test(item, budget))
  return wanted.length === 0
    ? itemsOf().every(isFree)
    : itemsOf().some((item) => wanted.every((test) => test(item, budget)) && isFree(item))
}

/** The frames of all exceptions, otherwise those of the event's main stack. */
function framesOf(event: NormalEvent): readonly NormalFrame[] {
  const ofExceptions = event.exceptions.flatMap(({ stacktrace }) => stacktrace?.frames ?? [])
  return ofExceptions.length > 0 ? ofExceptions : (mainStack(event, undefined)?.frames ?? [])
}

/** The text for the `message` matcher and `{{ message }}`: the message, otherwise the main exception's value. */
export function textOfEvent(event: NormalEvent, main: NormalException | undefined): string {
  return messageText(event) || (main?.value ?? '')
}
