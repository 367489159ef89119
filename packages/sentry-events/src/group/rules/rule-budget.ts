/**
 * Steps that the rules of a project may still take. They are counted and not timed, so that the same events are grouped
 * in the same way whenever they are processed.
 */
export interface RuleBudget {
  left: number
}

/** Enough for all that people write, and a tenth of a second at worst. */
const eventStepsMax = 10_000_000
const batchStepsMax = 50_000_000

/** What comparing takes whatever the pattern is: a step for each test, and one for so many characters. */
const stepsPerTest = 16
const charactersPerStep = 8

/** What the events of one project in one batch may take together: half a second. */
export function createRuleBudget(): RuleBudget {
  return { left: batchStepsMax }
}

class OutOfStepsError extends Error {
  override readonly name = 'OutOfStepsError'
}

/** @throws Error that `withinBudget` knows, when there are not as many left. */
export function takeSteps(budget: RuleBudget, steps: number): void {
  budget.left -= steps
  if (budget.left < 0) throw new OutOfStepsError('evaluating the rules took too many steps')
}

/** To be called for each text that a pattern is compared with. @throws as `takeSteps`. */
export function takeTest(budget: RuleBudget, text: string): void {
  takeSteps(budget, stepsPerTest + Math.floor(text.length / charactersPerStep))
}

/**
 * Does work for one event and takes its steps from the budget.
 * @returns undefined when it would take more than is left, or than one event may take.
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
