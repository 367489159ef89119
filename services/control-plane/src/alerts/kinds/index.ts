import type { AlertRuleKind, FilledRule } from '@signalbox/contracts'
import { absence } from './absence.js'
import type { AlertRuleType } from './alert-rule-type.js'
import { checkIns } from './check-ins.js'
import { crashLoops } from './crash-loops.js'
import { errorRate } from './error-rate.js'
import { latency } from './latency.js'
import { metricThreshold } from './metric.js'
import { newIssues } from './new-issues.js'

/** All kinds of alert rules. */
export const alertRuleTypes: { readonly [K in AlertRuleKind]: AlertRuleType<K> } = {
  error_rate: errorRate,
  new_issues: newIssues,
  metric_threshold: metricThreshold,
  p95_latency: latency,
  crash_loops: crashLoops,
  check_ins: checkIns,
  absence,
}

/** The rules of each kind. */
export type RulesByKind = { [K in AlertRuleKind]: FilledRule<K> }
