import type { FilledRule } from '@signalbox/contracts'
import type { QueryContext } from '../../telemetry-queries/query-context.js'
import type { Measurement } from '../measurement.js'
import { measureSaturation } from './saturation.js'

/** How often containers broke down within the window. */
export function measureCrashLoops(context: QueryContext, rule: FilledRule<'crash_loops'>): Promise<Measurement> {
  const { signs, within_minutes, cluster, namespace, container } = rule
  return measureSaturation(context, { kinds: signs, within_minutes, cluster, namespace, container })
}
