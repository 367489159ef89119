import type { BitSet } from './bit-set.js'

/**
 * Steps that a project's rules may still take. They are counted rather than timed, so the same events are always
 * grouped the same way.
 */
export interface RuleBudget {
  left: number
  /** Number of events that were grouped without the rules because too few steps were left. */
  skippedEvents: number
  /** What patterns found out about the texts of earlier events, by owner. Rules pay for a text once. */
  readonly memory: Map<object, Map<string, TextFindings>>
}

/** What a project's patterns found out about a text. */
export interface TextFindings {
  /** As the patterns see it. */
  text: string
  /** Ids of patterns that may match it, or do. */
  possible: BitSet
  /** Ids of patterns that match it. */
  matching: BitSet
}

/** About ten nanoseconds each: a step is a word of states, or a few characters. */
export interface RuleAllowance {
  /** For a batch, however few events it has. */
  base: number
  /** Added with each event: no more than processing a small event costs without rules. */
  perEvent: number
  /** For one event, so that one hostile event doesn't use up what the others need. */
  eventMax: number
}

/**
 * Several times as much as realistic rules need, and little enough that one project's rules can't occupy a processor:
 * with a batch every quarter of a second, the base is a twelfth of a core.
 */
export const ruleAllowance: RuleAllowance = { base: 2_000_000, perEvent: 5_000, eventMax: 1_000_000 }

/** The budget shared by all events of one project in a batch, or of a single event. */
export function createRuleBudget(left: number = ruleAllowance.base): RuleBudget {
  return { left, skippedEvents: 0, memory: new Map() }
}

class OutOfStepsError extends Error {
  override readonly name = 'OutOfStepsError'
}

/** @throws an error that `withinBudget` catches, if not enough steps are left. */
export function takeSteps(budget: RuleBudget, steps: number): void {
  budget.left -= steps
  if (budget.left < 0) throw new OutOfStepsError('evaluating the rules took too many steps')
}

/**
 * Does work for one event: adds the event's allowance to the budget, and deducts its steps.
 * @returns undefined if it exceeds what is left or the limit per event.
 */
export function withinBudget<T>(budget: RuleBudget, work: (ofEvent: RuleBudget) => T): T | undefined {
  budget.left += ruleAllowance.perEvent
  const given = Math.min(budget.left, ruleAllowance.eventMax)
  const ofEvent = { ...budget, left: given }
  try {
    return work(ofEvent)
  } catch (error) {
    if (!(error instanceof OutOfStepsError)) throw error
    budget.skippedEvents += 1
    return undefined
  } finally {
    budget.left -= given - Math.max(ofEvent.left, 0)
  }
}
