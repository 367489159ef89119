import type { Consumer, ConsumerCommitOffsetsEvent } from 'kafkajs'
import { EventLogError } from '../event-log.js'
import { toLogError } from './kafka-failure.js'

export interface OffsetCommit {
  topic: string
  partition: number
  offset: number
  metadata: string
}

/**
 * Durably commits an offset of the group. The client also resolves if it dropped the commit because the consumer is
 * stopping or restarting, so only the commit event counts as confirmation.
 * @throws EventLogError `unavailable`.
 */
export async function commitConfirmed(consumer: Consumer, commit: OffsetCommit): Promise<void> {
  const { topic, partition, offset, metadata } = commit
  const answer = { isConfirmed: false }
  const stopListening = consumer.on(consumer.events.COMMIT_OFFSETS, ({ payload }) => {
    if (holds(payload, { topic, partition, offset })) answer.isConfirmed = true
  })
  try {
    await consumer.commitOffsets([{ topic, partition, offset: String(offset), metadata }])
  } catch (error) {
    throw toLogError(error, `the position in ${topic} ${partition} could not be committed`)
  } finally {
    stopListening()
  }
  if (!answer.isConfirmed)
    throw new EventLogError('unavailable', `the position in ${topic} ${partition} was not committed`)
}

/** Compares as numbers: at run time the client's offsets are objects, contrary to its types. */
function holds(
  { topics }: ConsumerCommitOffsetsEvent['payload'],
  wanted: { topic: string; partition: number; offset: number },
): boolean {
  return topics.some(
    ({ topic, partitions }) =>
      topic === wanted.topic &&
      partitions.some(({ partition, offset }) => partition === wanted.partition && Number(offset) === wanted.offset),
  )
}
