import type { AlertRuleKind, FieldFault, FilledRule } from '@signalbox/contracts'
import type { Measurement } from '../measurement.js'
import type { Measuring } from './measuring.js'

/** When a measured value is bad. */
export interface RuleThreshold {
  is: 'above' | 'below'
  value: number
  resolve_value?: number | null
}

/** Everything that is particular to a kind of alert rule. */
export interface AlertRuleType<K extends AlertRuleKind> {
  /** Measures what a rule looks at. Rejects when a question is refused or cannot be asked. */
  measure(measuring: Measuring, rule: FilledRule<K>): Promise<Measurement>
  thresholdOf(rule: FilledRule<K>): RuleThreshold
  /** What is measured, in a few words. */
  describe(rule: FilledRule<K>): string
  /** What is wrong, where the measured number says nothing to people. */
  describeFault?(rule: FilledRule<K>): string
  /** Of kinds that come in several variants: the field that tells them apart, and which further fields each of them takes. */
  variants?: { by: string; fields: Readonly<Record<string, readonly string[]>> }
  /** What no schema can judge of a rule. */
  findFaults?(rule: FilledRule<K>): FieldFault[]
  /** Whether 0 says something only after something was seen: what never sent anything is not missed. */
  isOfSilence?: boolean
}

/** A fault of a field of the rule. */
export function ruleFault(field: string, detail: string): FieldFault {
  return { in: 'body', name: `/${field}`, detail }
}

/** The fields by which containers are chosen. */
export const containerFieldNames = ['cluster', 'namespace', 'container']

/** ` of checkout`; nothing for no name. */
export function ofName(name: string | undefined): string {
  return name === undefined ? '' : ` of ${name}`
}
