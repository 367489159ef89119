import { deadLetterMetaCodec } from '@signalbox/contracts'
import { EventLogError, letterKey, type EventLog, type LogBatch, type LogRecordInput } from '@signalbox/event-log'
import type { DeadLetter } from '../batch/processed-batch.js'

/**
 * Appends a batch's dead letters, each with the record it came from. If a record has several, the first carries the
 * value and the others are empty: thousands of copies of one body would fill the log.
 *
 * A batch that is repeated after a crash appends them again; topic, partition, offset and item position identify
 * duplicates.
 * @throws EventLogError like `append`, except for a record that is too large with its additional headers: it is
 * appended without its value.
 */
export async function appendDeadLetters(
  eventLog: Pick<EventLog, 'append'>,
  batch: LogBatch,
  deadLetters: readonly DeadLetter[],
): Promise<void> {
  const append = createAppend(eventLog, batch)
  for (const group of groupBySize(toRecords(batch, deadLetters))) {
    await appendGroup(append, group)
  }
}

const groupRecordsMax = 500
const groupBytesMax = 16 * 1024 * 1024
const empty = new Uint8Array(0)

function toRecords(batch: LogBatch, deadLetters: readonly DeadLetter[]): LogRecordInput[] {
  const unseen = new Map(batch.records.map((record) => [record.offset, record]))
  const metas = new Map(batch.records.map(({ offset, headers }) => [offset, headers['meta'] ?? '']))
  return deadLetters.map((letter) => {
    const value = unseen.get(letter.offset)?.value ?? empty
    unseen.delete(letter.offset)
    return { headers: toHeaders(batch, letter, metas.get(letter.offset) ?? ''), value, rows: 1 }
  })
}

function* groupBySize(records: readonly LogRecordInput[]): Generator<LogRecordInput[]> {
  let group: LogRecordInput[] = []
  let bytes = 0
  for (const record of records) {
    if (group.length > 0 && (group.length === groupRecordsMax || bytes + record.value.length > groupBytesMax)) {
      yield group
      group = []
      bytes = 0
    }
    group.push(record)
    bytes += record.value.length
  }
  if (group.length > 0) yield group
}

type Append = (records: readonly LogRecordInput[]) => Promise<void>

/**
 * Dead letters of one source are in one partition, in order: readers find a record's value before the letters that need
 * it.
 */
function createAppend(eventLog: Pick<EventLog, 'append'>, source: LogBatch): Append {
  return (records) => eventLog.append('dead-letters', records, { partitionKey: letterKey(source) })
}

async function appendGroup(append: Append, records: readonly LogRecordInput[]): Promise<void> {
  try {
    await append(records)
  } catch (error) {
    if (!isTooLarge(error)) throw error
    for (const record of records) {
      await appendOne(append, record)
    }
  }
}

async function appendOne(append: Append, record: LogRecordInput): Promise<void> {
  try {
    await append([record])
  } catch (error) {
    if (!isTooLarge(error)) throw error
    await append([{ ...record, value: empty }])
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof EventLogError && error.reason === 'too-large'
}

function toHeaders(batch: LogBatch, letter: DeadLetter, meta: string): Record<string, string> {
  return deadLetterMetaCodec.encode({
    topic: batch.topic,
    partition: batch.partition,
    offset: letter.offset,
    itemIndex: letter.itemIndex,
    reason: letter.reason,
    detail: letter.detail,
    meta,
  })
}
