/**
 * Steps that a project's rules may still take. They are counted rather than timed, so the same events are always
 * grouped the same way.
 */
export interface RuleBudget {
  left: number
}

/** Enough for all realistic rules, and a tenth of a second at worst. */
const eventStepsMax = 10_000_000
const batchStepsMax = 50_000_000

/** Fixed cost of a comparison: steps per test, plus one for each of these many characters. */
const stepsPerTest = 16
const charactersPerStep = 8

/** The budget shared by all events of one project in a batch: half a second. */
export function createRuleBudget(): RuleBudget {
  return { left: batchStepsMax }
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
 * Call this for each text that a pattern is compared with.
 * @throws like `takeSteps`.
 */
export function takeTest(budget: RuleBudget, text: string): void {
  takeSteps(budget, stepsPerTest + Math.floor(text.length / charactersPerStep))
}

/**
 * Does work for one event and deducts its steps from the budget.
 * @returns undefined if it exceeds what is left or the limit per event.
 */
export function withinBudget<T>(budget: RuleBudget, work: (ofEvent: RuleBudget) => T): T | undefined {
  const given = Math.min(budget.left, eventStepsMax)
  const ofEvent = { left: given }
  try {
    return work(ofEvent)
  } catch (error) {
    if (error instanceof OutOfStepsError) return undefined
    throw error
  } finally {
    budget.left -= given - Math.max(ofEvent.left, 0)
  }
}
