import type { Producer, ProducerRecord } from 'kafkajs'
import { answerWithin, closeOrCut } from './answer-within.js'

/** A producer with a client of its own, so that its connections can be cut. */
export interface OwnProducer {
  producer: Producer
  cut: () => void
}

/** How long a request may take with all its attempts: who waits for it has a caller that waits. */
const sendMsMax = 10_000

/**
 * An idempotent producer that is replaced after every request that failed or was not answered. Brokers tell repeated
 * requests by numbers that the producer counts; a request whose fate is unknown leaves the count in doubt, and the next
 * one could be taken for its repetition and dropped.
 */
export class RenewedProducer {
  readonly #create: () => OwnProducer
  #current: Connecting
  #isEnded = false

  /** @param create Makes a producer that is not connected yet. */
  constructor(create: () => OwnProducer) {
    this.#create = create
    this.#current = this.#connect()
  }

  /** Resolves when the first producer is connected. */
  async connect(): Promise<void> {
    await this.#current.connected
  }

  /** @throws EventLogError `unavailable` after ten seconds of silence; whatever the client throws. */
  async send(record: ProducerRecord): Promise<void> {
    const used = this.#current
    try {
      await answerWithin(
        sendMsMax,
        used.connected.then((producer) => producer.send(record)),
      )
    } catch (error) {
      this.#replace(used)
      throw error
    }
  }

  async disconnect(): Promise<void> {
    this.#isEnded = true
    await retire(this.#current)
  }

  /** Lets what is on its way fail, and ends. */
  cut(): void {
    this.#isEnded = true
    this.#current.cut()
  }

  #replace(failed: Connecting): void {
    if (this.#isEnded || this.#current !== failed) return
    this.#current = this.#connect()
    void retire(failed)
  }

  #connect(): Connecting {
    const { producer, cut } = this.#create()
    const connected = producer.connect().then(() => producer)
    // Whoever sends next is told.
    connected.catch(() => undefined)
    return { connected, cut }
  }
}

interface Connecting {
  connected: Promise<Producer>
  cut: () => void
}

/** What was never connected, or cannot be reached any more, needs no goodbye. */
async function retire({ connected, cut }: Connecting): Promise<void> {
  await closeOrCut(
    connected.then((producer) => producer.disconnect()),
    cut,
  )
}
