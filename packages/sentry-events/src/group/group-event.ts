import type { NormalEvent, NormalException, NormalFrame } from '../normal-event.js'
import { cleanText } from '../protocol/index.js'
import type { GroupingAlgorithm, BuiltInGrouping } from './algorithm.js'
import { hashComponents, type Component } from './component.js'
import { findCrashFrame, findCulpritFrame, mainStack } from './crash-frame.js'
import {
  customComponents,
  fillVariables,
  isDefaultFingerprint,
  isDefaultPart,
  type FingerprintSubject,
} from './custom-fingerprint.js'
import { defaultGroupingRules, type GroupingRules } from './grouping-rules.js'
import { RuleSubject, textOfEvent, type FingerprintRule } from './rules/fingerprint-rules.js'
import { applyInAppRules, type RuledEvent } from './rules/in-app-rules.js'
import { createRuleBudget, withinBudget, type RuleBudget } from './rules/rule-budget.js'
import { culpritOf, titleLengthMax, titleOf } from './title.js'
import { writeExplanation } from './write-explanation.js'

/** The issue an event belongs to, and its name. */
export interface Grouping {
  /** 32 lower-case hex digits; equal for all events of an issue. */
  fingerprint: string
  /** Fingerprint by the preceding grouping version; empty if it is the same or there is no such version. */
  previousFingerprint: string
  /** Grouping version, such as `signalbox:3`. */
  version: string
  /** JSON for `readGroupingExplanation`; at most about 4 KB. */
  explanation: string
  title: string
  /** Where it happened; empty if unknown. */
  culprit: string
  /** The exception that names the issue; undefined for messages without one. */
  main: NormalException | undefined
  /** True if the project's rules took too many steps, so the event was grouped without them. */
  areRulesSkipped: boolean
  /** The event with the in-app status of its frames updated by the project's rules; store this one. */
  event: NormalEvent
}

/**
 * Finds an event's issue: by the fingerprint set by the application, otherwise by the project's rules, otherwise by the
 * built-in grouping. Never throws, and depends only on its arguments.
 * @param budget steps left for the rules; this event's share is deducted. An event that would exceed it is grouped
 * without the rules, and its explanation says so.
 */
export function groupEvent(
  sent: NormalEvent,
  rules: GroupingRules = defaultGroupingRules,
  budget: RuleBudget = createRuleBudget(),
): Grouping {
  return (
    withinBudget(budget, (ofEvent) => groupWithin(sent, { rules, budget: ofEvent, areRulesSkipped: false })) ??
    groupWithin(sent, {
      rules: { ...rules, fingerprintRules: [], inAppRules: [] },
      budget: createRuleBudget(),
      areRulesSkipped: true,
    })
  )
}

interface GroupingWork {
  rules: GroupingRules
  budget: RuleBudget
}

function groupWithin(
  sent: NormalEvent,
  { rules, budget, areRulesSkipped }: GroupingWork & { areRulesSkipped: boolean },
): Grouping {
  const { current, previous } = rules.algorithms
  const ruled = ruleFrames(sent, current, { rules, budget })
  const { event, verdicts } = ruled
  const choice = chooseFingerprint(event, { rules, budget })
  const { own, components, subject, fingerprint } = applyAlgorithm(current, ruled, choice)
  return {
    fingerprint,
    previousFingerprint:
      previous === undefined ? '' : previousFingerprint(fingerprint, sent, { previous, rules, budget }),
    version: current.version,
    explanation: writeExplanation({
      by: choice.by ?? own.by,
      fingerprint,
      rule: choice.rule,
      components,
      stack: usesOwnGrouping(choice) ? own.stack : undefined,
      verdicts,
      areRulesSkipped: areRulesSkipped ? true : undefined,
    }),
    title: titleByRule(choice, subject) || titleOf(event, own.main),
    culprit: culpritOf(event, culpritFrameOf(event, own)),
    main: own.main,
    areRulesSkipped,
    event,
  }
}

/**
 * Before 0.49.0, `sentry-go` sent the deferred functions that ran after a panic. They are on top of the stack and never
 * at fault.
 */
const untrimmedGo = /^0\.(?:[0-3]?\d|4[0-8])\./

function culpritFrameOf(event: NormalEvent, { main, stack }: BuiltInGrouping): NormalFrame | undefined {
  const isUntrimmed = event.platform === 'go' && event.level === 'fatal' && untrimmedGo.test(event.sdk.version)
  const panicked = isUntrimmed ? stack?.frames.findLast((_, index) => stack.reasons[index] === 'counts') : undefined
  return panicked ?? findCulpritFrame(mainStack(event, main), event.platform)
}

/** A fingerprint that takes precedence over the built-in grouping. */
interface Choice {
  /** Undefined if there is none. */
  by: 'fingerprint' | 'checksum' | 'rule' | undefined
  /** Variables not yet substituted. */
  parts: readonly string[]
  rule: FingerprintRule | undefined
}

const noChoice: Choice = { by: undefined, parts: [], rule: undefined }

/** The application takes precedence over the project's rules. */
function chooseFingerprint(event: NormalEvent, { rules, budget }: GroupingWork): Choice {
  if (!isDefaultFingerprint(event.fingerprint)) return { by: 'fingerprint', parts: event.fingerprint, rule: undefined }
  if (event.checksum !== '') return { ...noChoice, by: 'checksum' }
  const subject = new RuleSubject(event, rules.patterns)
  const rule = rules.fingerprintRules.find(({ matches }) => matches(subject, budget))
  return rule === undefined ? noChoice : { by: 'rule', parts: rule.parts, rule }
}

function usesOwnGrouping({ by, parts }: Choice): boolean {
  return by === undefined || parts.some(isDefaultPart)
}

interface Applied {
  own: BuiltInGrouping
  components: readonly Component[]
  fingerprint: string
  subject: FingerprintSubject
}

function applyAlgorithm(algorithm: GroupingAlgorithm, { event, verdicts }: RuledEvent, choice: Choice): Applied {
  const own = algorithm.group(event, verdicts)
  const { main } = own
  const frame = findCrashFrame(mainStack(event, main))
  const subject = { event, main, frame, message: textOfEvent(event, main) }
  const components = chosenComponents(choice, subject, own.components)
  const known = components === own.components ? own.hash : undefined
  return { own, subject, components, fingerprint: known ?? hashComponents(components) }
}

function chosenComponents(
  { by, parts }: Choice,
  subject: FingerprintSubject,
  own: readonly Component[],
): readonly Component[] {
  if (by === undefined) return own
  return by === 'checksum'
    ? [{ name: 'checksum', value: subject.event.checksum }]
    : customComponents(parts, subject, own)
}

/** The fingerprint by the preceding version, with that version's treatment of frames and rules. */
function previousFingerprint(
  fingerprint: string,
  sent: NormalEvent,
  { previous, ...work }: GroupingWork & { previous: GroupingAlgorithm },
): string {
  const ruled = ruleFrames(sent, previous, work)
  const choice = chooseFingerprint(ruled.event, work)
  const before = applyAlgorithm(previous, ruled, choice).fingerprint
  return before === fingerprint ? '' : before
}

function ruleFrames(sent: NormalEvent, { markFrames }: GroupingAlgorithm, { rules, budget }: GroupingWork): RuledEvent {
  return applyInAppRules(markFrames === undefined ? sent : markFrames(sent), rules, budget)
}

/** @returns an empty text if no rule sets the title. */
function titleByRule({ rule }: Choice, subject: FingerprintSubject): string {
  return rule === undefined || rule.title === ''
    ? ''
    : cleanText(fillVariables(rule.title, subject).trim(), titleLengthMax)
}
