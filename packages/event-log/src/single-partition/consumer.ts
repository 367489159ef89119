import type { Topic } from '@signalbox/contracts'
import { EventLogError, type ConsumerOptions, type EventLogConsumer, type LogBatch } from '../event-log.js'
import type { GroupPosition } from './group-position.js'
import type { LogBackend, PendingRead } from './log-backend.js'

interface TopicReader {
  /** Start of the next batch; runs ahead of the commits. */
  position: number
  /** End of the plan that was open at the start; cleared after the first batch. */
  repeatUntil: number | undefined
  pending: PendingRead | undefined
}

export interface SinglePartitionConsumerOptions extends ConsumerOptions {
  backend: LogBackend
  positions: ReadonlyMap<Topic, GroupPosition>
  onClose: () => void
}

/** Consumer for logs whose topics have a single partition, number 0. */
export class SinglePartitionConsumer implements EventLogConsumer {
  readonly #options: SinglePartitionConsumerOptions
  readonly #readers = new Map<Topic, TopicReader>()
  #isClosed = false

  constructor(options: SinglePartitionConsumerOptions) {
    this.#options = options
    for (const [topic, { offset, planEnd }] of options.positions) {
      this.#readers.set(topic, { position: offset, repeatUntil: planEnd, pending: undefined })
    }
  }

  async nextBatch(topic: Topic, signal?: AbortSignal): Promise<LogBatch | undefined> {
    const reader = this.#reader(topic)
    if (this.#isClosed || signal?.aborted === true) {
      return undefined
    }
    if (reader.pending !== undefined) {
      throw new EventLogError('out-of-order', `the next batch of ${topic} is already being read`)
    }
    const { position: from, repeatUntil: until } = reader
    const pending = this.#options.backend.read(topic, { from, until, limits: this.#options.limits })
    reader.pending = pending
    signal?.addEventListener('abort', pending.cancel)
    try {
      const result = await pending.result
      return result && advance(reader, topic, result)
    } finally {
      signal?.removeEventListener('abort', pending.cancel)
      reader.pending = undefined
    }
  }

  async plan(batch: LogBatch): Promise<void> {
    this.#assertOpen()
    await this.#options.backend.plan(this.#options.group, batch.topic, batch)
  }

  async commit(batch: LogBatch): Promise<void> {
    this.#assertOpen()
    await this.#options.backend.commit(this.#options.group, batch.topic, batch)
  }

  close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true
      for (const reader of this.#readers.values()) {
        reader.pending?.cancel()
      }
      this.#options.onClose()
    }
    return Promise.resolve()
  }

  #reader(topic: Topic): TopicReader {
    const reader = this.#readers.get(topic)
    if (reader === undefined) {
      throw new TypeError(`this consumer was not opened for the topic ${topic}`)
    }
    return reader
  }

  #assertOpen(): void {
    if (this.#isClosed) {
      throw new EventLogError(
        'unavailable',
        'the consumer is closed; its batches will be redelivered to the next consumer in the group',
      )
    }
  }
}

function advance(reader: TopicReader, topic: Topic, result: Pick<LogBatch, 'end' | 'records'>): LogBatch {
  const batch = {
    topic,
    partition: 0,
    start: reader.position,
    end: result.end,
    records: result.records,
    repeated: reader.repeatUntil !== undefined,
  }
  reader.position = result.end
  reader.repeatUntil = undefined
  return batch
}
