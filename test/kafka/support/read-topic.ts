import type { Topic } from '@signalbox/contracts'
import type { EventLog, StoredRecord } from '@signalbox/event-log'

/** All records of a topic, from every partition. */
export async function readTopic(log: EventLog, topic: Topic): Promise<StoredRecord[]> {
  const records: StoredRecord[] = []
  for (const { partition, start } of await log.bounds(topic)) {
    let from: number | undefined = start
    while (from !== undefined) {
      const piece = await log.readRange({ topic, partition, from, recordsMax: 1_000, bytesMax: 10_000_000 })
      records.push(...piece.records)
      from = piece.next
    }
  }
  return records
}
