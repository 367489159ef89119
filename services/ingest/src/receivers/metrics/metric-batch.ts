import { MetricItem, createValidator } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import type { BatchKind } from '../batch/batch-kind.js'
import { describeFault } from '../batch/describe-fault.js'
import { createTimeCheck } from '../batch/item-time.js'

/** Batches of metric samples; each value of a sample becomes one row. */
export function createMetricBatch(options: { clock: Clock; retentionDays: number }): BatchKind {
  const validate = createValidator(MetricItem)
  const checkTime = createTimeCheck('timestamp', options.retentionDays, options.clock)
  return {
    kind: 'metric',
    topic: 'metrics',
    field: 'metrics',
    findFault: (item) => {
      const result = validate(item)
      if (!result.ok) return { error: describeFault(result.faults), reason: 'invalid_metric' }
      return checkTime(result.value.timestamp)
    },
    countRows,
  }
}

function countRows(item: unknown): number {
  if (typeof item !== 'object' || item === null || !('metrics' in item)) return 1
  const { metrics } = item
  if (typeof metrics !== 'object' || metrics === null || Array.isArray(metrics)) return 1
  return Math.max(1, Object.keys(metrics).length)
}
