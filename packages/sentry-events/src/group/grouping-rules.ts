import type { GroupingSettings } from '@signalbox/contracts'
import { chooseAlgorithms, groupingAlgorithms, type ChosenAlgorithms, type GroupingAlgorithms } from './algorithms.js'
import { readFingerprintRule, type FingerprintRule } from './rules/fingerprint-rules.js'
import { readInAppRule, type InAppRule } from './rules/in-app-rules.js'
import { findLineFault, readRuleLines, type Reading, type RuleLine } from './rules/rule-line.js'
import { RulePatterns } from './rules/rule-patterns.js'

/** A project's compiled rules. */
export interface GroupingRules {
  settings: GroupingSettings
  algorithms: ChosenAlgorithms
  /** In order: the first match wins. */
  fingerprintRules: readonly FingerprintRule[]
  /** In order: later ones win. */
  inAppRules: readonly InAppRule[]
  /** Patterns of all rules. */
  patterns: RulePatterns
}

/**
 * Compiles the rules once for many events. Invalid lines are skipped: they were rejected when the settings were saved.
 * @param algorithms versions to choose from; all, except in tests.
 */
export function compileGroupingRules(
  settings: GroupingSettings,
  algorithms: GroupingAlgorithms = groupingAlgorithms,
): GroupingRules {
  const patterns = new RulePatterns()
  return {
    settings,
    algorithms: chooseAlgorithms(algorithms, settings.version),
    fingerprintRules: compileLines(settings.fingerprint_rules, readFingerprintRule, patterns),
    inAppRules: compileLines(settings.in_app_rules, readInAppRule, patterns),
    patterns,
  }
}

/** No rules, newest version. */
export const defaultGroupingRules: GroupingRules = compileGroupingRules({ fingerprint_rules: '', in_app_rules: '' })

type ReadRule<T> = (line: RuleLine, patterns: RulePatterns) => Reading<T>

function compileLines<T>(text: string, readRule: ReadRule<T>, patterns: RulePatterns): T[] {
  return readLines(text, readRule, patterns).flatMap(({ reading }) => (reading.ok ? [reading.value] : []))
}

function readLines<T>(
  text: string,
  readRule: ReadRule<T>,
  patterns: RulePatterns,
): { line: number; reading: Reading<T> }[] {
  return readRuleLines(text).map((ruleLine, index) => {
    const fault = findLineFault(ruleLine, index)
    return {
      line: ruleLine.line,
      reading: fault === undefined ? readRule(ruleLine, patterns) : { ok: false, detail: fault },
    }
  })
}

/** Why a line is not a valid rule. */
export interface RuleFault {
  field: 'fingerprint_rules' | 'in_app_rules'
  /** Starts at 1. */
  line: number
  /** One sentence without a full stop, for the author of the line. */
  detail: string
}

/** Returns the faults of all invalid lines in order; empty if all are valid. */
export function findRuleFaults(settings: GroupingSettings): RuleFault[] {
  return [
    ...faultsOf('fingerprint_rules', settings.fingerprint_rules, readFingerprintRule),
    ...faultsOf('in_app_rules', settings.in_app_rules, readInAppRule),
  ]
}

function faultsOf<T>(field: RuleFault['field'], text: string, readRule: ReadRule<T>): RuleFault[] {
  return readLines(text, readRule, new RulePatterns()).flatMap(({ line, reading }) =>
    reading.ok ? [] : [{ field, line, detail: reading.detail }],
  )
}
