import type { Producer, ProducerRecord } from 'kafkajs'
import { withTimeout, closeOrDisconnect } from './with-timeout.js'

/** A producer with its own client, so that its connections can be cut. */
export interface OwnProducer {
  producer: Producer
  cut: () => void
}

/** Timeout of a request including retries, in milliseconds: the appending request has a caller that waits. */
const sendMsMax = 10_000

/**
 * An idempotent producer that is replaced after every failed or unanswered request. Brokers detect retries by the
 * producer's sequence numbers. If the outcome of a request is unknown, so is the next number, and the next request
 * could be taken for a retry and dropped.
 */
export class RenewedProducer {
  readonly #create: () => OwnProducer
  #current: Connecting
  #isEnded = false

  /** @param create Creates a producer that is not connected yet. */
  constructor(create: () => OwnProducer) {
    this.#create = create
    this.#current = this.#connect()
  }

  /** Resolves when the first producer is connected. */
  async connect(): Promise<void> {
    await this.#current.connected
  }

  /** @throws EventLogError `unavailable` after ten seconds without a response; otherwise the client's error. */
  async send(record: ProducerRecord): Promise<void> {
    const used = this.#current
    try {
      await withTimeout(
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

  /** Fails requests in flight and ends the producer. */
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
    // A failure is reported to the next `send`.
    connected.catch(() => undefined)
    return { connected, cut }
  }
}

interface Connecting {
  connected: Promise<Producer>
  cut: () => void
}

/** Disconnects gracefully; if the producer never connected or is unreachable, cuts its connections. */
async function retire({ connected, cut }: Connecting): Promise<void> {
  await closeOrDisconnect(
    connected.then((producer) => producer.disconnect()),
    cut,
  )
}
