import type { NormalEvent, NormalFrame, NormalStacktrace } from '../../normal-event.js'
import { compileFrameMatcher, familyOf, readFamilies, type FrameContext, type FrameMatcher } from './frame-matcher.js'
import type { RuleBudget } from './rule-budget.js'
import { readMatchers, splitWords, type Reading, type RuleLine, type WrittenMatcher } from './rule-line.js'

/** A rule that sets the in-app status of frames or whether they contribute. */
export interface InAppRule {
  line: number
  matches: FrameMatcher
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
export function readInAppRule(ruleLine: RuleLine): Reading<InAppRule> {
  const words = splitWords(ruleLine)
  const firstAction = words.findIndex((word) => /^[+-]/.test(word))
  const actions = firstAction === -1 ? [] : words.slice(firstAction)
  const wrong = actions.find((word) => !actionWord.test(word))
  if (wrong !== undefined)
    return { ok: false, detail: `\`${wrong}\` is not one of \`+app\`, \`-app\`, \`+group\`, \`-group\`` }
  if (actions.length === 0) return { ok: false, detail: 'missing `+app`, `-app`, `+group` or `-group`' }
  const written = readMatchers(words.slice(0, firstAction))
  if (!written.ok) return written
  const matches = compileMatchers(written.value)
  if (!matches.ok) return matches
  const { line } = ruleLine
  return {
    ok: true,
    value: { line, matches: matches.value, inApp: lastOf(actions, 'app'), isCounted: lastOf(actions, 'group') },
  }
}

function lastOf(actions: readonly string[], name: string): boolean | undefined {
  const action = actions.findLast((word) => word.endsWith(name))
  return action?.startsWith('+')
}

function compileMatchers(written: readonly WrittenMatcher[]): Reading<FrameMatcher> {
  const matchers: FrameMatcher[] = []
  for (const one of written) {
    const compiled = one.name === 'family' ? compileFamily(one.pattern) : compileFrameMatcher(one)
    if (compiled === undefined) return { ok: false, detail: `unknown frame matcher \`${one.name}\`` }
    if (!compiled.ok) return compiled
    const { value: matches } = compiled
    matchers.push(one.isNegated ? (frame, context) => !matches(frame, context) : matches)
  }
  return { ok: true, value: (frame, context) => matchers.every((matches) => matches(frame, context)) }
}

function compileFamily(pattern: string): Reading<FrameMatcher> {
  const families = readFamilies(pattern)
  if (!families.ok) return families
  const { value: names } = families
  return { ok: true, value: (frame, { platform }) => names.has(familyOf(frame.platform || platform)) }
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
export function applyInAppRules(event: NormalEvent, rules: readonly InAppRule[], budget: RuleBudget): RuledEvent {
  if (rules.length === 0) {
    return { event, verdicts: noVerdicts }
  }
  const verdicts = new Map<NormalFrame, FrameVerdict>()
  const context = { platform: event.platform, budget }
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

function judgeFrame(sent: NormalFrame, context: FrameContext, rules: readonly InAppRule[]): JudgedFrame {
  let frame = sent
  let verdict: FrameVerdict | undefined
  for (const { line, matches, inApp, isCounted } of rules) {
    if (!matches(frame, context)) continue
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
