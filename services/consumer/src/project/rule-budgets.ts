import { createRuleBudget, type RuleBudget } from '@signalbox/sentry-events'

/** Remaining budget of the grouping rules in a batch, by project id. */
export type RuleBudgets = (projectId: string) => RuleBudget

/** Budgets of one batch: one project's use doesn't affect the others. */
export function createRuleBudgets(): RuleBudgets {
  const budgets = new Map<string, RuleBudget>()
  return (projectId) => {
    const budget = budgets.get(projectId) ?? createRuleBudget()
    budgets.set(projectId, budget)
    return budget
  }
}
