import type { Producer, ProducerRecord } from 'kafkajs'

/**
 * An idempotent producer that is replaced after every request that failed. Brokers tell repeated requests by numbers
 * that the producer counts; a request whose fate is unknown leaves the count in doubt, and the next one could be taken
 * for its repetition and dropped.
 */
export class RenewedProducer {
  readonly #create: () => Producer
  #current: Promise<Producer>

  /** @param create Makes a producer that is not connected yet. */
  constructor(create: () => Producer) {
    this.#create = create
    this.#current = this.#connect()
  }

  /** Resolves when the first producer is connected. */
  async connect(): Promise<void> {
    await this.#current
  }

  async send(record: ProducerRecord): Promise<void> {
    const used = this.#current
    try {
      await (await used).send(record)
    } catch (error) {
      this.#replace(used)
      throw error
    }
  }

  async disconnect(): Promise<void> {
    await disconnectQuietly(this.#current)
  }

  #replace(failed: Promise<Producer>): void {
    if (this.#current !== failed) return
    this.#current = this.#connect()
    void disconnectQuietly(failed)
  }

  #connect(): Promise<Producer> {
    const connecting = (async () => {
      const producer = this.#create()
      await producer.connect()
      return producer
    })()
    // Whoever sends next is told.
    connecting.catch(() => undefined)
    return connecting
  }
}

/** What was never connected, or cannot be reached any more, needs no goodbye. */
async function disconnectQuietly(producer: Promise<Producer>): Promise<void> {
  await producer.then((connected) => connected.disconnect()).catch(() => undefined)
}
