import { createRuleBudget, type RuleBudget } from '@signalbox/sentry-events'

/** What grouping by its rules may still take of a batch, by the id of the project. */
export type RuleBudgets = (projectId: string) => RuleBudget

/** Budgets of one batch: what one project takes is missing to no other. */
export function createRuleBudgets(): RuleBudgets {
  const budgets = new Map<string, RuleBudget>()
  return (projectId) => {
    const budget = budgets.get(projectId) ?? createRuleBudget()
    budgets.set(projectId, budget)
    return budget
  }
}
