import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { rebalancing } from './kafka-failure.js'

/** The parts of the client's consumer that are of interest here. */
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

/** What a broker answers that does not lead the partition any more, or not yet. */
const movedLeader = new Set([
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'UNKNOWN_TOPIC_OR_PARTITION',
  'KafkaJSTopicMetadataNotLoaded',
])

/** News of a leader take a moment to reach every broker. */
const movedLeaderPauseMs = 100

let isPatched = false

/**
 * Keeps what a member of a group does within the division of the partitions in which it was asked for. Version 2.2.4 of
 * the client; calling it again changes nothing.
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
 * The client repeats a commit for as long as it fails, also when it has joined the group anew meanwhile: then as the
 * member that it is now, for a partition that another one may have by now. Whoever asks for a commit repeats it.
 */
function patchCommits(prototype: Runner): void {
  prototype.commitOffsets = async function commitOnce(this: Runner, offsets): Promise<void> {
    if (this.running) await this.consumerGroup.commitOffsets(offsets)
  }
}

/**
 * The client joins the group anew in the middle of a fetch when a leader has moved, while it still hands out what it
 * fetched from other brokers. A new leader is only to be found; new partitions are divided between two fetches.
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

/** Where the wanted records are gone, the client commits "the oldest" for the group, over its position and its plan. */
function patchResets(prototype: OffsetManager): void {
  prototype.setDefaultOffset = async function beginAtOldest(this: OffsetManager, { topic, partition }): Promise<void> {
    const wanted = [{ topic, partitions: [{ partition }], fromBeginning: true }]
    const [found] = await this.cluster.fetchTopicsOffset(wanted)
    const oldest = Number(found?.partitions.find((each) => each.partition === partition)?.offset ?? 0)
    // What is resolved is the last offset that was seen.
    this.resolveOffset({ topic, partition, offset: String(oldest - 1) })
  }
}
