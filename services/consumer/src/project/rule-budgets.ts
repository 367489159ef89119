import type { RecordProject } from '@signalbox/contracts'
import { createRuleBudget, type RuleBudget } from '@signalbox/sentry-events'

/** A project some of whose events were grouped without its rules. */
export interface SkippedRules {
  organizationId: string
  projectId: string
  projectName: string
  events: number
}

/** Remaining budgets of the grouping rules in a batch: one project's use doesn't affect the others. */
export class RuleBudgets {
  readonly #budgets = new Map<string, { owner: Omit<SkippedRules, 'events'>; budget: RuleBudget }>()

  of(organizationId: string, { id: projectId, name: projectName }: RecordProject): RuleBudget {
    const known = this.#budgets.get(projectId)
    if (known !== undefined) return known.budget
    const budget = createRuleBudget()
    this.#budgets.set(projectId, { owner: { organizationId, projectId, projectName }, budget })
    return budget
  }

  /** Projects whose rules took too many steps in this batch. */
  skipped(): SkippedRules[] {
    return [...this.#budgets.values()]
      .filter(({ budget }) => budget.skippedEvents > 0)
      .map(({ owner, budget }) => ({ ...owner, events: budget.skippedEvents }))
  }
}
