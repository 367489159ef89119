import type { FilledRule } from '@signalbox/contracts'
import type { QueryContext } from '../../telemetry-queries/query-context.js'
import type { Measurement } from '../measurement.js'
import { measureSaturation } from './saturation.js'
import type { AlertRuleType } from './alert-rule-type.js'

export const crashLoops: AlertRuleType<'crash_loops'> = {
  measure,
  thresholdOf: ({ value, resolve_value }) => ({ is: 'above', value, resolve_value }),
  describe: () => 'Container failures',
}

/** Counts container failures within the window. */
function measure(context: QueryContext, rule: FilledRule<'crash_loops'>): Promise<Measurement> {
  const { signs, within_minutes, cluster, namespace, container } = rule
  return measureSaturation(context, { kinds: signs, within_minutes, cluster, namespace, container })
}
