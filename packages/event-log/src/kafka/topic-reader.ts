import type { Topic } from '@signalbox/contracts'
import { EventLogError, type LogBatch } from '../event-log.js'
import type { PartitionReader } from './partition-reader.js'
import { Wakeup } from './wakeup.js'

/** Reads this consumer's partitions of one topic, round-robin. */
export class TopicReader {
  readonly #topic: Topic
  readonly #wakeup = new Wakeup()
  #partitions: readonly PartitionReader[] = []
  #turn = 0
  #isWaiting = false
  #isClosed = false

  constructor(topic: Topic) {
    this.#topic = topic
  }

  /** Replaces the assigned partitions. */
  assign(partitions: readonly PartitionReader[]): void {
    this.#partitions = partitions
    this.#wakeup.wake()
  }

  /** Call when records have arrived. */
  wake(): void {
    this.#wakeup.wake()
  }

  close(): void {
    this.#isClosed = true
    this.#wakeup.wake()
  }

  /**
   * @returns the next batch with the partition it came from; undefined once closed or aborted.
   * @throws EventLogError `out-of-order` while another call waits.
   */
  async next(signal: AbortSignal | undefined): Promise<{ batch: LogBatch; reader: PartitionReader } | undefined> {
    if (this.#isWaiting) {
      throw new EventLogError('out-of-order', `the next batch of ${this.#topic} is already being read`)
    }
    this.#isWaiting = true
    try {
      for (;;) {
        if (this.#isClosed || signal?.aborted === true) return undefined
        // Monotonic: a waiting batch must not wait an extra hour because the clock was set back.
        const now = performance.now()
        const found = this.#take(now)
        if (found && 'batch' in found) return found
        await this.#wakeup.wait(found && Math.max(0, found.dueAt - now), signal)
      }
    } finally {
      this.#isWaiting = false
    }
  }

  /** Tries each partition once, starting after the one served last. */
  #take(now: number): { batch: LogBatch; reader: PartitionReader } | { dueAt: number } | undefined {
    let dueAt: number | undefined
    for (let step = 0; step < this.#partitions.length; step += 1) {
      const index = (this.#turn + step) % this.#partitions.length
      const reader = this.#partitions[index]
      const taken = reader?.take(now)
      if (reader && typeof taken === 'object') {
        this.#turn = index + 1
        return { batch: taken, reader }
      }
      if (typeof taken === 'number') dueAt = Math.min(dueAt ?? taken, taken)
    }
    return dueAt === undefined ? undefined : { dueAt }
  }
}
