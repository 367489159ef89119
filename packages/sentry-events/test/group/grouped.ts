import {
  compileGroupingRules,
  groupEvent,
  normalizeEvent,
  readGroupingExplanation,
  type Grouping,
  type GroupingExplanation,
} from '../../src/index.js'
import { eventInput } from './event-input.js'

/** A project's rules, one per line. */
export interface Lines {
  fingerprint?: string[]
  inApp?: string[]
}

/** An event grouped by project rules. */
export function grouped(payload: Record<string, unknown>, { fingerprint = [], inApp = [] }: Lines = {}): Grouping {
  const settings = { fingerprint_rules: fingerprint.join('\n'), in_app_rules: inApp.join('\n') }
  return groupEvent(normalizeEvent(payload, eventInput(payload)), compileGroupingRules(settings))
}

/** Its explanation; fails if there is none. */
export function explained(payload: Record<string, unknown>, lines: Lines = {}): GroupingExplanation {
  const explanation = readGroupingExplanation(grouped(payload, lines).explanation)
  if (explanation === undefined) throw new Error('no explanation')
  return explanation
}
