import { CompressionTypes, type Message } from 'kafkajs'
import { EventLogError } from '../event-log.js'
import { assertNotOverloaded } from '../single-partition/admission.js'
import { isPacked } from './is-packed.js'
import { toLogError } from './kafka-failure.js'
import type { PlacedMessage } from './one-partition.js'
import type { RenewedProducer } from './renewed-producer.js'

/** How long an append may wait to be sent. */
const waitMsMax = 10_000

/** Messages of one append, all of one partition, with what waits for them. */
interface WaitingAppend {
  messages: readonly PlacedMessage[]
  bytes: number
  /** When it came, as `now` of the options. */
  since: number
  resolve: () => void
  reject: (error: Error) => void
}

export interface AppendQueueOptions {
  producer: Pick<RenewedProducer, 'send'>
  lingerMs: number
  pendingBytesMax: number
  /** A request is sent as soon as it holds as much. */
  requestBytes: number
  /** Milliseconds of a clock that only goes forward. Default: that of the process. */
  now?: () => number
}

/** Where records go. */
export interface TopicPartition {
  topic: string
  partition: number
}

/**
 * Collects the appends of each partition into requests: the client sends what it is given at once, which makes a round
 * trip of every record. A partition has one request on its way, and what arrives meanwhile goes into the next, so its
 * records keep their order. With two on their way the client could not repeat one that failed: the other would take its
 * numbers, by which brokers tell repetitions, so that one could be dropped and the other stored twice.
 */
export class AppendQueue {
  readonly #options: Required<AppendQueueOptions>
  readonly #queues = new Map<string, PartitionQueue>()
  #pendingBytes = 0

  constructor(options: AppendQueueOptions) {
    this.#options = { now: () => performance.now(), ...options }
  }

  /**
   * Resolves when all brokers that keep a copy have the messages. Brokers that are silent are waited for as long as the
   * producer waits, twice: for the request that is on its way, and for its own.
   * @throws EventLogError `overloaded` when too much waits already, `unavailable` or `too-large` when brokers refuse.
   */
  async append(place: TopicPartition, messages: readonly PlacedMessage[], bytes: number): Promise<void> {
    assertNotOverloaded(bytes, this.#options.pendingBytesMax - this.#pendingBytes)
    this.#pendingBytes += bytes
    try {
      await new Promise<void>((resolve, reject) => {
        this.#queueOf(place).push({ messages, bytes, since: this.#options.now(), resolve, reject })
      })
    } finally {
      this.#pendingBytes -= bytes
    }
  }

  /** Resolves when everything that was appended so far has been answered. */
  async drain(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.drain()))
  }

  #queueOf({ topic, partition }: TopicPartition): PartitionQueue {
    const name = `${topic}:${partition}`
    const existing = this.#queues.get(name)
    if (existing) return existing
    const queue = new PartitionQueue(topic, this.#options)
    this.#queues.set(name, queue)
    return queue
  }
}

class PartitionQueue {
  readonly #topic: string
  readonly #options: Required<AppendQueueOptions>
  #waiting: WaitingAppend[] = []
  #waitingBytes = 0
  #linger: NodeJS.Timeout | undefined
  readonly #sendSoon = () => {
    this.#send()
  }
  #sending: Promise<void> | undefined

  constructor(topic: string, options: Required<AppendQueueOptions>) {
    this.#topic = topic
    this.#options = options
  }

  push(append: WaitingAppend): void {
    this.#waiting.push(append)
    this.#waitingBytes += append.bytes
    if (this.#waitingBytes >= this.#options.requestBytes) this.#send()
    else this.#linger ??= setTimeout(this.#sendSoon, this.#options.lingerMs)
  }

  async drain(): Promise<void> {
    this.#send()
    while (this.#sending) await this.#sending
  }

  /** While a request is on its way this does nothing: its end sends what has come together. */
  #send(): void {
    clearTimeout(this.#linger)
    this.#linger = undefined
    if (this.#sending) return
    this.#refuseOverdue()
    if (this.#waiting.length === 0) return
    const appends = this.#takeRequest()
    this.#sending = this.#request(appends).finally(() => {
      this.#sending = undefined
      this.#send()
    })
  }

  /** What has waited behind requests that failed is answered now, rather than after another one. */
  #refuseOverdue(): void {
    const since = this.#options.now() - waitMsMax
    while (this.#waiting[0] && this.#waiting[0].since < since) {
      const overdue = this.#waiting.shift()
      this.#waitingBytes -= overdue?.bytes ?? 0
      overdue?.reject(new EventLogError('unavailable', 'the brokers rejected an earlier message'))
    }
  }

  /** As many appends as fit into one request, at least one. */
  #takeRequest(): WaitingAppend[] {
    let bytes = 0
    const count = this.#waiting.findIndex((append) => (bytes += append.bytes) > this.#options.requestBytes)
    const taken = this.#waiting.splice(0, count === -1 ? this.#waiting.length : Math.max(1, count))
    for (const append of taken) this.#waitingBytes -= append.bytes
    return taken
  }

  async #request(appends: readonly WaitingAppend[]): Promise<void> {
    const messages = appends.flatMap((append) => append.messages)
    try {
      await this.#options.producer.send({
        topic: this.#topic,
        messages,
        acks: -1,
        compression: isMostlyPacked(messages) ? CompressionTypes.None : CompressionTypes.GZIP,
      })
      for (const append of appends) append.resolve()
    } catch (error) {
      const failure = toLogError(error, 'the brokers rejected the records')
      for (const append of appends) append.reject(failure)
    }
  }
}

/** Whether most bytes are packed already. */
function isMostlyPacked(messages: readonly Message[]): boolean {
  let packed = 0
  let all = 0
  for (const { value } of messages) {
    if (!Buffer.isBuffer(value)) continue
    all += value.byteLength
    if (isPacked(value)) packed += value.byteLength
  }
  return packed * 2 > all
}
