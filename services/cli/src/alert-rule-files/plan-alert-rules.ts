import { isDeepStrictEqual } from 'node:util'
import type { AlertRule, AlertRuleChange, AlertRuleSettings } from '@signalbox/contracts'
import type { YamlDocument } from '../yaml-files/parse-yaml-file.js'
import { planDocuments, type PlanStep } from '../yaml-files/plan-documents.js'

/** The step that makes a rule match its file. */
export type AlertRuleStep = PlanStep<AlertRuleSettings, AlertRule, AlertRuleChange>

/**
 * Compares files with the existing rules by name.
 * @param prune True to delete rules that are in no file.
 * @throws CommandFailure if several rules have the same name.
 */
export function planAlertRules(
  documents: readonly YamlDocument<AlertRuleSettings>[],
  existing: readonly AlertRule[],
  { prune }: { prune: boolean },
): AlertRuleStep[] {
  return planDocuments(documents, existing, { what: 'alert rule', prune, compare })
}

/** Response fields that people do not write. */
const readOnlyFields = new Set(['id', 'muted_until', 'state', 'created_at', 'updated_at'])

/** Returns the fields that differ; null for those that the file does not have. */
function compare(settings: AlertRuleSettings, current: AlertRule): AlertRuleChange {
  const was: Readonly<Record<string, unknown>> = { ...current }
  const is: Readonly<Record<string, unknown>> = { ...settings }
  const fields = new Set([
    ...Object.keys(settings),
    ...Object.keys(current).filter((name) => !readOnlyFields.has(name)),
  ])
  return Object.fromEntries(
    [...fields].filter((name) => !isDeepStrictEqual(is[name], was[name])).map((name) => [name, is[name] ?? null]),
  )
}
