import type { OutcomeReason } from '@signalbox/contracts'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import {
  isJsonObject,
  type EventInput,
  createRuleBudget,
  groupEvent,
  type NormalEvent,
  normalizeEvent,
  type RuleBudget,
  type StackMemory,
} from '@signalbox/sentry-events'
import { defaultProjectRules, type ProjectRules } from '../../project/project-rules.js'
import { toEventRow } from './row/to-row.js'

export type EventResult = { ok: true; row: EventRow } | { ok: false; reason: OutcomeReason; detail: string }

/**
 * Converts an error or message event to its row. Pure: the same input yields the same row.
 * 1. Normalize: fields with a wrong type are left out; only a payload that isn't an object is rejected.
 * 2. Filter: before scrubbing, because filters match addresses and messages as sent.
 * 3. Scrub: before grouping, because titles and explanations are derived from grouping's inputs.
 * 4. Symbolicate: if there are source maps; `symbolicate` does it between the two halves of this function.
 * 5. Group: by the project's rules, which also decide which frames are in-app.
 * 6. Discard: once its issue is known, by this version of the grouping or the previous one.
 * 7. Build the row from the event as grouping saw it.
 *
 * Never throws, and takes time linear in the payload (however deeply nested) and in the rules' budget.
 */
export function processEvent(input: EventInput, scope: EventScope = createDefaultScope()): EventResult {
  const read = readEvent(input, scope.rules, scope.stacks)
  return read.ok ? finishEvent(read.event, input, scope) : read
}

/** Settings and resources for processing an event. */
export interface EventScope {
  rules: ProjectRules
  /** Remaining budget of the grouping rules. */
  ruleBudget: RuleBudget
  /** Cache of parsed stacks; by default this thread's. Doesn't affect the row. */
  stacks?: StackMemory
}

const createDefaultScope = (): EventScope => ({ rules: defaultProjectRules, ruleBudget: createRuleBudget() })

type Refused = Extract<EventResult, { ok: false }>

/** Runs the steps before symbolication. */
export function readEvent(
  input: EventInput,
  rules: ProjectRules,
  stacks?: StackMemory,
): { ok: true; event: NormalEvent } | Refused {
  const { payload } = input
  if (!isJsonObject(payload)) {
    return { ok: false, reason: 'invalid_event', detail: 'the payload is not a JSON object' }
  }
  const sent = normalizeEvent(payload, input, stacks)
  const reason = rules.filter.findReason(sent, { clientIp: input.clientIp, userAgent: input.userAgent })
  if (reason !== undefined) {
    return { ok: false, reason, detail: 'it matches a project filter' }
  }
  return { ok: true, event: rules.scrubber.scrubEvent(sent) }
}

/** Runs the steps after symbolication. */
export function finishEvent(event: NormalEvent, input: EventInput, { rules, ruleBudget }: EventScope): EventResult {
  const grouping = groupEvent(event, rules.grouping, ruleBudget)
  const { fingerprint, previousFingerprint } = grouping
  if (rules.discarded.has(fingerprint) || rules.discarded.has(previousFingerprint)) {
    return { ok: false, reason: 'discarded_issue', detail: 'its issue was discarded' }
  }
  return { ok: true, row: toEventRow({ grouping, input }) }
}
