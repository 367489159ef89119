import { createValidator, outcomesMetaCodec, RefusedCount } from '@signalbox/contracts'
import type { LogRecord } from '@signalbox/event-log'
import type { RecordReader } from './record-reader.js'
import { addUnreadableRecord } from './unreadable-record.js'

const validateCount = createValidator(RefusedCount)
const decoder = new TextDecoder()

/** Topic `outcomes`: counts of items that never became a record. They are added to the ledger unchanged. */
export const readOutcomes: RecordReader = (record, { collector }) => {
  let counts: readonly RefusedCount[]
  try {
    collector.noteReceived(outcomesMetaCodec.decode(record.headers).writtenAt)
    counts = readCounts(record)
  } catch (error) {
    addUnreadableRecord(collector, record, error)
    return Promise.resolve()
  }
  for (const { organizationId, projectId, minute, ...count } of counts) {
    collector.count({ organizationId, projectId, receivedAt: minute }, count)
  }
  return Promise.resolve()
}

/** @throws Error if the value isn't in the form this system writes. */
function readCounts(record: LogRecord): RefusedCount[] {
  const value: unknown = JSON.parse(decoder.decode(record.value))
  if (!Array.isArray(value)) {
    throw new Error('the value is not an array of counts')
  }
  return value.map((count: unknown, index) => {
    const result = validateCount(count)
    if (result.ok) {
      return result.value
    }
    throw new Error(`count ${index} is invalid: ${result.faults[0]?.pointer ?? ''} ${result.faults[0]?.detail ?? ''}`)
  })
}
