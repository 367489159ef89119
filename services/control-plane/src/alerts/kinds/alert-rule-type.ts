import type { AlertRuleKind, FieldFault, FilledRule } from '@signalbox/contracts'
import type { Measurement } from '../measurement.js'
import type { Measuring } from './measuring.js'

/** The threshold beyond which a value is bad. */
export interface RuleThreshold {
  is: 'above' | 'below'
  value: number
  resolve_value?: number | null
}

/** Everything specific to one kind of alert rule. */
export interface AlertRuleType<K extends AlertRuleKind> {
  /** Measures the subjects of a rule. Rejects if a query is refused or fails. */
  measure(measuring: Measuring, rule: FilledRule<K>): Promise<Measurement>
  thresholdOf(rule: FilledRule<K>): RuleThreshold
  /** Names the measured quantity in a few words. */
  describe(rule: FilledRule<K>): string
  /** Describes the problem if the measured number means nothing to people. */
  describeFault?(rule: FilledRule<K>): string
  /** For kinds with several variants: the field that distinguishes them, and the additional fields of each. */
  variants?: { by: string; fields: Readonly<Record<string, readonly string[]>> }
  /** Errors that the schema cannot detect. */
  findFaults?(rule: FilledRule<K>): FieldFault[]
  /**
   * True if 0 is only meaningful after something was received: a source that never sent anything is not considered
   * missing.
   */
  isOfSilence?: boolean
}

/** An error in a field of the rule. */
export function ruleFault(field: string, detail: string): FieldFault {
  return { in: 'body', name: `/${field}`, detail }
}

/** Fields that select containers. */
export const containerFieldNames = ['cluster', 'namespace', 'container']

/** ` of checkout`; empty without a name. */
export function ofName(name: string | undefined): string {
  return name === undefined ? '' : ` of ${name}`
}
