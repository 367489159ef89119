import { SpanItem, createValidator, limits } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import type { BatchKind } from '../batch/batch-kind.js'
import { describeFault } from '../batch/describe-fault.js'
import { createTimeCheck } from '../batch/item-time.js'

/** Batches of spans; a span becomes one row. */
export function createSpanBatch(options: { clock: Clock; retentionDays: number }): BatchKind {
  const validate = createValidator(SpanItem)
  const checkTime = createTimeCheck('start_time', options.retentionDays, options.clock)
  return {
    kind: 'span',
    topic: 'spans',
    field: 'spans',
    findFault: (item) => {
      const result = validate(item)
      if (!result.ok) return { error: describeFault(result.faults), reason: 'invalid_span' }
      const error = findAttributeFault(result.value)
      return error === undefined ? checkTime(result.value.start_time) : { error, reason: 'invalid_span' }
    },
    countRows: () => 1,
    // Copies of a span reach the same consumer, which stores only one.
    partitionKeyOf: readTraceId,
  }
}

/** Lower case, as stored: clients may send the same trace id in either case. */
function readTraceId(item: unknown): string {
  const traceId = typeof item === 'object' && item !== null && 'trace_id' in item ? item.trace_id : ''
  return String(traceId).toLowerCase()
}

function findAttributeFault({ attributes = {} }: SpanItem): string | undefined {
  const { attributeValueLengthMax } = limits.span
  for (const [key, value] of Object.entries(attributes)) {
    if (lengthOf(value) > attributeValueLengthMax) {
      return `attributes/${key} must be at most ${attributeValueLengthMax} characters`
    }
  }
  return undefined
}

/** Length as stored: non-string values are stored as JSON. Nesting was checked before parsing. */
function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length
}
