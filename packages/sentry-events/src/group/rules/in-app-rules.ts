import type { NormalEvent, NormalFrame, NormalStacktrace } from '../../normal-event.js'
import {
  addPossiblePatterns,
  compileFrameMatcher,
  familyOf,
  readFamilies,
  type FrameContext,
  type FrameMatcher,
  type FrameTest,
} from './frame-matcher.js'
import type { RuleBudget } from './rule-budget.js'
import { readMatchers, splitWords, type Reading, type RuleLine, type WrittenMatcher } from './rule-line.js'
import type { RulePatterns } from './rule-patterns.js'

/** A rule that sets the in-app status of frames or whether they contribute. */
export interface InAppRule {
  line: number
  matches: FrameTest
  /** Patterns that a matching frame's texts must all match. */
  required: readonly number[]
  /** Undefined if the rule does not change it. */
  inApp: boolean | undefined
  isCounted: boolean | undefined
}

/** The rules' decision about a frame. */
export interface FrameVerdict {
  isCounted?: boolean
  /** Line of the rule that decided whether the frame contributes. */
  groupLine?: number
  /** Line of the rule that set the in-app status. */
  appLine?: number
}

export type FrameVerdicts = ReadonlyMap<NormalFrame, FrameVerdict>

const noVerdicts: FrameVerdicts = new Map()
const actionWord = /^[+-](?:app|group)$/

/**
 * Parses `matcher:pattern [matcher:pattern ...] +app -app +group -group`, with one or more actions.
 */
export function readInAppRule(ruleLine: RuleLine, patterns: RulePatterns): Reading<InAppRule> {
  const words = splitWords(ruleLine)
  const firstAction = words.findIndex((word) => /^[+-]/.test(word))
  const actions = firstAction === -1 ? [] : words.slice(firstAction)
  const wrong = actions.find((word) => !actionWord.test(word))
  if (wrong !== undefined)
    return { ok: false, detail: `\`${wrong}\` is not one of \`+app\`, \`-app\`, \`+group\`, \`-group\`` }
  if (actions.length === 0) return { ok: false, detail: 'missing `+app`, `-app`, `+group` or `-group`' }
  const written = readMatchers(words.slice(0, firstAction))
  if (!written.ok) return written
  const compiled = compileMatchers(written.value, patterns)
  if (!compiled.ok) return compiled
  const { line } = ruleLine
  return {
    ok: true,
    value: { line, ...compiled.value, inApp: lastOf(actions, 'app'), isCounted: lastOf(actions, 'group') },
  }
}

function lastOf(actions: readonly string[], name: string): boolean | undefined {
  const action = actions.findLast((word) => word.endsWith(name))
  return action?.startsWith('+')
}

function compileMatchers(
  written: readonly WrittenMatcher[],
  patterns: RulePatterns,
): Reading<Pick<InAppRule, 'matches' | 'required'>> {
  const tests: FrameTest[] = []
  const required: number[] = []
  for (const one of written) {
    const compiled = one.name === 'family' ? compileFamily(one.pattern) : compileFrameMatcher(one, patterns)
    if (compiled === undefined) return { ok: false, detail: `unknown frame matcher \`${one.name}\`` }
    if (!compiled.ok) return compiled
    const { matches, pattern } = compiled.value
    tests.push(one.isNegated ? (frame, context) => !matches(frame, context) : matches)
    if (pattern !== undefined && !one.isNegated) required.push(pattern)
  }
  return { ok: true, value: { required, matches: (frame, context) => tests.every((test) => test(frame, context)) } }
}

function compileFamily(pattern: string): Reading<FrameMatcher> {
  const families = readFamilies(pattern)
  if (!families.ok) return families
  const { value: names } = families
  return { ok: true, value: { matches: (frame, { platform }) => names.has(familyOf(frame.platform || platform)) } }
}

/** A project's rules, in order, and the patterns in them. */
export interface InAppRules {
  inAppRules: readonly InAppRule[]
  patterns: RulePatterns
}

/** An event with the in-app status set by the rules, and the rules' other verdicts on its frames. */
export interface RuledEvent {
  event: NormalEvent
  verdicts: FrameVerdicts
}

/**
 * Applies the rules in order, so later ones win. Does not modify the event.
 * @throws like `takeSteps`.
 */
export function applyInAppRules(
  event: NormalEvent,
  { inAppRules: rules, patterns }: InAppRules,
  budget: RuleBudget,
): RuledEvent {
  if (rules.length === 0) {
    return { event, verdicts: noVerdicts }
  }
  const verdicts = new Map<NormalFrame, FrameVerdict>()
  const context = { platform: event.platform, budget, patterns }
  const ruleStack = (stacktrace: NormalStacktrace | undefined) =>
    stacktrace && { ...stacktrace, frames: stacktrace.frames.map((frame) => ruleFrame(frame)) }
  const ruleFrame = (sent: NormalFrame): NormalFrame => {
    const { frame, verdict } = judgeFrame(sent, context, rules)
    if (verdict !== undefined) verdicts.set(frame, verdict)
    return frame
  }
  const ruled = {
    ...event,
    exceptions: event.exceptions.map((one) => ({ ...one, stacktrace: ruleStack(one.stacktrace) })),
    threads: event.threads.map((one) => ({ ...one, stacktrace: ruleStack(one.stacktrace) })),
    stacktrace: ruleStack(event.stacktrace),
  }
  return { event: ruled, verdicts }
}

interface JudgedFrame {
  frame: NormalFrame
  /** Undefined if no rule matches. */
  verdict: FrameVerdict | undefined
}

function judgeFrame(
  sent: NormalFrame,
  context: FrameContext & { patterns: RulePatterns },
  rules: readonly InAppRule[],
): JudgedFrame {
  const possible = context.patterns.createSet()
  addPossiblePatterns(possible, sent, context)
  let frame = sent
  let verdict: FrameVerdict | undefined
  for (const { line, matches, required, inApp, isCounted } of rules) {
    if (!possible.hasAll(required) || !matches(frame, context)) continue
    verdict ??= {}
    if (inApp !== undefined) {
      frame = frame.inApp === inApp ? frame : { ...frame, inApp, inAppBeforeRules: sent.inApp }
      verdict.appLine = line
    }
    if (isCounted !== undefined) {
      verdict.isCounted = isCounted
      verdict.groupLine = line
    }
  }
  return { frame, verdict }
}
