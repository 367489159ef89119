import { isDeepStrictEqual } from 'node:util'
import type { AlertRule, AlertRuleChange, AlertRuleSettings } from '@signalbox/contracts'
import type { YamlDocument } from '../yaml-files/parse-yaml-file.js'
import { planDocuments, type PlanStep } from '../yaml-files/plan-documents.js'

/** What is to be done with one rule so that it is as its file says. */
export type AlertRuleStep = PlanStep<AlertRuleSettings, AlertRule, AlertRuleChange>

/**
 * Compares files with what is there, by name.
 * @param prune Whether rules that no file names are deleted.
 * @throws CommandFailure when a name stands for more than one rule.
 */
export function planAlertRules(
  documents: readonly YamlDocument<AlertRuleSettings>[],
  existing: readonly AlertRule[],
  { prune }: { prune: boolean },
): AlertRuleStep[] {
  return planDocuments(documents, existing, { what: 'alert rule', prune, compare })
}

/** What an answer says beside what people wrote. */
const answered = new Set(['id', 'muted_until', 'state', 'created_at', 'updated_at'])

/** The fields that differ; null for those that a file does not have. */
function compare(settings: AlertRuleSettings, current: AlertRule): AlertRuleChange {
  const was: Readonly<Record<string, unknown>> = { ...current }
  const is: Readonly<Record<string, unknown>> = { ...settings }
  const fields = new Set([...Object.keys(settings), ...Object.keys(current).filter((name) => !answered.has(name))])
  return Object.fromEntries(
    [...fields].filter((name) => !isDeepStrictEqual(is[name], was[name])).map((name) => [name, is[name] ?? null]),
  )
}
