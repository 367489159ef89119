import { limits } from '../../limits.js'
import { breakdownSigns, type AlertRuleKind, type AlertRuleOf, type AlertRuleRequest } from './alert-rule-kinds.js'

const { windowMinutesDefault } = limits.workflow

/** Defaults of fields that all kinds of rules share. */
const commonDefaults = {
  project_id: null,
  severity: 'warning',
  for_minutes: 0,
  resolve_for_minutes: 0,
  channel_ids: null,
  workflow_id: null,
  is_active: true,
} as const

const thresholdDefaults = { is: 'above', resolve_value: null, within_minutes: windowMinutesDefault } as const

/** Defaults by kind, and for `error_rate` also by what it measures. Omitted filters have no default. */
const kindDefaults = {
  error_rate: { ...thresholdDefaults, measure: 'events' },
  new_issues: thresholdDefaults,
  metric_threshold: { ...thresholdDefaults, source: 'app' },
  p95_latency: { ...thresholdDefaults, requests_min: 1 },
  crash_loops: { resolve_value: null, within_minutes: windowMinutesDefault, value: 0, signs: [...breakdownSigns] },
  check_ins: { statuses: ['missed', 'error', 'timed_out'] },
  absence: {},
} as const satisfies { [K in AlertRuleKind]: object }

/** A rule with defaults filled in, as stored and returned. */
export type AlertRuleSettings = { [K in AlertRuleKind]: FilledRule<K> }[AlertRuleKind]

/** A rule of one kind with defaults filled in. */
export type FilledRule<K extends AlertRuleKind> = Filled<AlertRuleOf<K>, keyof typeof commonDefaults | DefaultsOf<K>>

type DefaultsOf<K extends AlertRuleKind> = keyof (typeof kindDefaults)[K]
type Filled<Rule, Name> = Omit<Rule, Name & keyof Rule> & {
  [Field in Name & keyof Rule]-?: Exclude<Rule[Field], undefined>
}

/** Fills in the defaults of a rule. */
export function fillAlertRule(rule: AlertRuleRequest): AlertRuleSettings {
  const filled = { ...commonDefaults, ...defaultsOf(rule.kind, rule), ...rule }
  // The defaults of a kind are exactly the fields that its type guarantees.
  return filled as AlertRuleSettings
}

type WrittenByKind = { [K in AlertRuleKind]: AlertRuleOf<K> }

const defaultsByKind: { readonly [K in AlertRuleKind]: (rule: WrittenByKind[K]) => object } = {
  error_rate: ({ measure }) =>
    measure === 'share' ? { ...thresholdDefaults, requests_min: 1 } : { ...kindDefaults.error_rate, level: 'error' },
  new_issues: () => kindDefaults.new_issues,
  // For saturation, only the greatest ratio is known. For data points, the default depends on what the metric is.
  metric_threshold: ({ source }) => ({
    ...kindDefaults.metric_threshold,
    ...(source !== 'saturation' && source !== 'data_point' && { aggregate: 'avg' }),
  }),
  p95_latency: () => kindDefaults.p95_latency,
  crash_loops: () => kindDefaults.crash_loops,
  check_ins: () => kindDefaults.check_ins,
  absence: () => kindDefaults.absence,
}

function defaultsOf<K extends AlertRuleKind>(kind: K, rule: WrittenByKind[K]): object {
  return defaultsByKind[kind](rule)
}
