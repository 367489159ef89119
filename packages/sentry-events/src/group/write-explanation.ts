import type { NormalFrame } from '../normal-event.js'
import { cleanText } from '../protocol/index.js'
import { numberOf, remember } from '../remember.js'
import type { ExplainableStack } from './algorithm.js'
import { describeComponents, type Component } from './component.js'
import type { FrameReason } from './stack.js'
import type { FrameVerdict, FrameVerdicts } from './rules/in-app-rules.js'

/** Characters in total; escapes may need more than the limits of the parts below allow. */
const sizeMax = 4_096
const componentsSizeMax = 2_400
const framesSizeMax = 1_100
const frameSize = 40
const nameLengthMax = 80
const ruleLengthMax = 200

/** Input of an explanation. */
export interface Explained {
  by: string
  /** Hash of the components. */
  fingerprint: string
  /** The project rule, if it decided. */
  rule: { line: number; text: string } | undefined
  components: readonly Component[]
  stack: ExplainableStack | undefined
  verdicts: FrameVerdicts
  /** True if the project's rules would have taken too many steps. */
  areRulesSkipped: boolean | undefined
}

/** Explanations without their frames, each about as long as allowed: 16 MB at most. */
const known = remember<string>(2_048, 100)

/**
 * Writes the JSON for `readGroupingExplanation`, at most 4,096 characters. Absent fields are omitted, and if it is too
 * long, so are the least important parts. The stack's part is cached unless project rules apply, whose results may
 * differ between events.
 */
export function writeExplanation(explained: Explained): string {
  const { by, fingerprint, rule, stack, verdicts, areRulesSkipped } = explained
  const hasRules = rule !== undefined || verdicts.size > 0 || areRulesSkipped === true
  if (stack === undefined || hasRules) return explain(explained)
  // Components with the same fingerprint have the same explanation.
  return known(`${numberOf(stack.reasons)} ${fingerprint} ${by}`, () => explain(explained))
}

function explain({ by, rule, components, stack, verdicts, areRulesSkipped }: Explained): string {
  const decision = JSON.stringify({
    by,
    rule: rule && { line: rule.line, text: cleanText(rule.text, ruleLengthMax) },
    rules_skipped: areRulesSkipped,
    components: describeComponents(components, componentsSizeMax),
  })
  const json = stack === undefined ? decision : `${decision.slice(0, -1)},${writeStack(stack, verdicts)}`
  if (json.length <= sizeMax) return json
  const short = { by, rule: rule && { line: rule.line }, rules_skipped: areRulesSkipped, components: ['...'] }
  return JSON.stringify(short)
}

/** Explanations of stacks read before, which share their list of reasons. */
const written = new WeakMap<readonly FrameReason[], string>()

/** The fields of a JSON object and its closing brace. */
function writeStack(stack: ExplainableStack, verdicts: FrameVerdicts): string {
  if (verdicts.size > 0) return writeFrames(stack, verdicts)
  const text = written.get(stack.reasons) ?? writeFrames(stack, verdicts)
  written.set(stack.reasons, text)
  return text
}

interface WrittenFrame {
  function: string | undefined
  place: string | undefined
  why: string | undefined
  line: number | undefined
}

/** As many frames nearest to the crash as fit. */
function writeFrames({ frames, reasons }: ExplainableStack, verdicts: FrameVerdicts): string {
  const newestFirst: WrittenFrame[] = []
  let left = framesSizeMax
  let index = frames.length - 1
  for (; index >= 0 && left > 0; index -= 1) {
    const frame = frames[index]
    const reason = reasons[index]
    if (frame === undefined || reason === undefined) continue
    const one = describeFrame(frame, reason, verdicts.get(frame))
    left -= frameSize + (one.function?.length ?? 0) + (one.place?.length ?? 0) + (one.why?.length ?? 0)
    newestFirst.push(one)
  }
  const described = { frames: newestFirst.reverse(), older_frames: index < 0 ? undefined : index + 1 }
  return JSON.stringify(described).slice(1)
}

function describeFrame(frame: NormalFrame, reason: FrameReason, verdict: FrameVerdict | undefined): WrittenFrame {
  return {
    function: textOf(frame.function),
    place: textOf(frame.module || frame.filename),
    why: reason === 'counts' ? undefined : reason,
    line: verdict && lineOf(verdict, reason),
  }
}

function textOf(text: string): string | undefined {
  if (text === '') return undefined
  return text.length <= nameLengthMax ? text : cleanText(text, nameLengthMax)
}

/** The in-app rule's line matters unless a `group` rule decided. */
function lineOf({ appLine, groupLine }: FrameVerdict, reason: FrameReason): number | undefined {
  return reason === 'not in app' ? appLine : (groupLine ?? appLine)
}
