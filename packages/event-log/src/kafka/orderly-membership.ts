import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { rebalancing } from './kafka-failure.js'

/** The relevant parts of the client's consumer. */
interface Runner {
  running: boolean
  consumerGroup: { commitOffsets(offsets: unknown): Promise<void> }
  commitOffsets(offsets: unknown): Promise<void>
}

interface GroupMember {
  cluster: { refreshMetadata(): Promise<void> }
  recoverFromFetch(error: Error & { type?: string }): Promise<void>
}

interface FoundOffsets {
  partitions: readonly { partition: number; offset: string }[]
}

interface OffsetManager {
  cluster: { fetchTopicsOffset(topics: readonly object[]): Promise<readonly FoundOffsets[]> }
  resolveOffset(at: { topic: string; partition: number; offset: string }): void
  setDefaultOffset(at: { topic: string; partition: number }): Promise<void>
}

interface ClassOf<Instance> {
  prototype: Instance
}

/** Errors of a broker that no longer leads the partition, or not yet. */
const movedLeader = new Set([
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'UNKNOWN_TOPIC_OR_PARTITION',
  'KafkaJSTopicMetadataNotLoaded',
])

/** A leader change takes a moment to reach every broker. */
const movedLeaderPauseMs = 100

let isPatched = false

/**
 * Confines a group member's operations to the assignment in which they were started. Patches kafkajs 2.2.4; idempotent.
 */
export function patchMembership(): void {
  if (isPatched) return
  isPatched = true
  const require = createRequire(import.meta.url)
  patchCommits((require('kafkajs/src/consumer/runner') as ClassOf<Runner>).prototype)
  patchJoins((require('kafkajs/src/consumer/consumerGroup') as ClassOf<GroupMember>).prototype)
  patchResets((require('kafkajs/src/consumer/offsetManager') as ClassOf<OffsetManager>).prototype)
}

/**
 * The client retries a failing commit even after it has rejoined the group: it then commits as its new member, for a
 * partition that may belong to another consumer by now. With this patch it commits once; the caller retries.
 */
function patchCommits(prototype: Runner): void {
  prototype.commitOffsets = async function commitOnce(this: Runner, offsets): Promise<void> {
    if (this.running) await this.consumerGroup.commitOffsets(offsets)
  }
}

/**
 * If a leader has moved, the client rejoins the group in the middle of a fetch, while it still delivers records fetched
 * from other brokers. With this patch it only looks up the new leader; changes in partitions cause a rebalance between
 * fetches.
 */
function patchJoins(prototype: GroupMember): void {
  const recover: GroupMember['recoverFromFetch'] = Reflect.get(prototype, 'recoverFromFetch')
  prototype.recoverFromFetch = async function recoverInPlace(this: GroupMember, error): Promise<void> {
    if (error.name === 'KafkaJSStaleTopicMetadataAssignment') throw rebalancing(error.message)
    if (!movedLeader.has(error.type ?? error.name)) return recover.call(this, error)
    await delay(movedLeaderPauseMs)
    await this.cluster.refreshMetadata()
  }
}

/**
 * If the wanted records were deleted, the client commits the oldest offset for the group, overwriting its position and
 * plan. With this patch it only moves its own fetch position.
 */
function patchResets(prototype: OffsetManager): void {
  prototype.setDefaultOffset = async function beginAtOldest(this: OffsetManager, { topic, partition }): Promise<void> {
    const wanted = [{ topic, partitions: [{ partition }], fromBeginning: true }]
    const [found] = await this.cluster.fetchTopicsOffset(wanted)
    const oldest = Number(found?.partitions.find((each) => each.partition === partition)?.offset ?? 0)
    // `resolveOffset` expects the last offset seen, not the next one.
    this.resolveOffset({ topic, partition, offset: String(oldest - 1) })
  }
}
