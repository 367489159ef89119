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
 * Turns one error or message event into its row. Pure: the same input gives the same row.
 *
 * 1. Normalize: a field of a wrong type is left out; only a payload that is not an object is refused.
 * 2. Filter: before scrubbing, because filters look at addresses and messages as they were sent.
 * 3. Scrub: before grouping, because titles and explanations are made of what grouping reads.
 * 4. Symbolicate: where there are source maps; `symbolicate` does it between the two halves of this.
 * 5. Group: by the project's rules, which also say whose frames are the application's own.
 * 6. Discard: when it is known which issue it would be of, by this version of the grouping or the one before.
 * 7. The row: of the event as grouping saw it.
 *
 * Never throws, and takes time linear in the payload, however deep it is nested, and what the rules are given.
 */
export function processEvent(input: EventInput, scope: EventScope = createDefaultScope()): EventResult {
  const read = readEvent(input, scope.rules, scope.stacks)
  return read.ok ? finishEvent(read.event, input, scope) : read
}

/** What an event is processed by. */
export interface EventScope {
  rules: ProjectRules
  /** What grouping by the rules may still take. */
  ruleBudget: RuleBudget
  /** Stacks that were read before; those of this thread when left out. Makes no difference to the row. */
  stacks?: StackMemory
}

const createDefaultScope = (): EventScope => ({ rules: defaultProjectRules, ruleBudget: createRuleBudget() })

type Refused = Extract<EventResult, { ok: false }>

/** The steps before symbolication. */
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

/** The steps after symbolication. */
export function finishEvent(event: NormalEvent, input: EventInput, { rules, ruleBudget }: EventScope): EventResult {
  const grouping = groupEvent(event, rules.grouping, ruleBudget)
  const { fingerprint, previousFingerprint } = grouping
  if (rules.discarded.has(fingerprint) || rules.discarded.has(previousFingerprint)) {
    return { ok: false, reason: 'discarded_issue', detail: 'its issue was discarded' }
  }
  return { ok: true, row: toEventRow({ grouping, input }) }
}
