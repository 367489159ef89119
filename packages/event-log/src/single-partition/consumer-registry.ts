import type { Topic } from '@signalbox/contracts'
import { EventLogError, type ConsumerOptions } from '../event-log.js'
import { SinglePartitionConsumer } from './consumer.js'
import type { LogBackend } from './log-backend.js'

/** Open consumers of one log. Topics have a single partition, so each group has at most one consumer per topic. */
export class ConsumerRegistry {
  readonly #backend: LogBackend
  readonly #claims = new Set<string>()
  readonly #consumers = new Set<SinglePartitionConsumer>()

  constructor(backend: LogBackend) {
    this.#backend = backend
  }

  /** @throws EventLogError `unavailable` while another consumer of the group reads one of the topics. */
  async open(options: ConsumerOptions): Promise<SinglePartitionConsumer> {
    const release = this.#claim(options)
    try {
      const positions = await Promise.all(
        options.topics.map(async (topic) => [topic, await this.#backend.join(options.group, topic)] as const),
      )
      const onClose = () => {
        release()
        this.#consumers.delete(consumer)
      }
      const consumer = new SinglePartitionConsumer({
        ...options,
        backend: this.#backend,
        positions: new Map(positions),
        onClose,
      })
      this.#consumers.add(consumer)
      return consumer
    } catch (error) {
      release()
      throw error
    }
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.close()))
  }

  #claim({ group, topics }: ConsumerOptions): () => void {
    const claimOf = (topic: Topic) => `${topic} ${group}`
    const taken = topics.find((topic) => this.#claims.has(claimOf(topic)))
    if (taken !== undefined) {
      throw new EventLogError('unavailable', `the group ${group} already has a consumer of ${taken}; close it first`)
    }
    for (const topic of topics) {
      this.#claims.add(claimOf(topic))
    }
    return () => {
      for (const topic of topics) {
        this.#claims.delete(claimOf(topic))
      }
    }
  }
}
