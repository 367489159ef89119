import type { FilledRule } from '@signalbox/contracts'
import type { Asking } from '../../telemetry-queries/asking.js'
import type { Measurement } from '../measurement.js'
import { measureSaturation } from './saturation.js'

/** How often containers broke down within the window. */
export function measureCrashLoops(asking: Asking, rule: FilledRule<'crash_loops'>): Promise<Measurement> {
  const { signs, within_minutes, cluster, namespace, container } = rule
  return measureSaturation(asking, { kinds: signs, within_minutes, cluster, namespace, container })
}
