import type { AlertRuleSettings } from '@signalbox/contracts'
import type { Measurement } from '../measurement.js'
import { measureAbsence } from './absence.js'
import { measureCheckIns } from './check-ins.js'
import { measureCrashLoops } from './crash-loops.js'
import { measureErrorRate } from './error-rate.js'
import { measureLatency } from './latency.js'
import type { Measuring } from './measuring.js'
import { measureMetric } from './metric.js'
import { measureNewIssues } from './new-issues.js'

/** Measures what a rule looks at. Rejects when a question is refused or cannot be asked. */
export function measureRule(measuring: Measuring, rule: AlertRuleSettings): Promise<Measurement> {
  switch (rule.kind) {
    case 'error_rate':
      return measureErrorRate(measuring, rule)
    case 'new_issues':
      return measureNewIssues(measuring, rule)
    case 'metric_threshold':
      return measureMetric(measuring, rule)
    case 'p95_latency':
      return measureLatency(measuring, rule)
    case 'crash_loops':
      return measureCrashLoops(measuring, rule)
    case 'check_ins':
      return measureCheckIns(measuring, rule)
    case 'absence':
      return measureAbsence(measuring, rule)
  }
}
