import { CompressionTypes, type Message } from 'kafkajs'
import { EventLogError } from '../event-log.js'
import { assertNotOverloaded } from '../single-partition/admission.js'
import { isCompressed } from './is-compressed.js'
import { toLogError } from './kafka-failure.js'
import type { PlacedMessage } from './one-partition.js'
import type { RenewedProducer } from './renewed-producer.js'

/** How long an append may wait to be sent, in milliseconds. */
const waitMsMax = 10_000

/** Messages of one append to one partition, with the promise callbacks that wait for them. */
interface WaitingAppend {
  messages: readonly PlacedMessage[]
  bytes: number
  /** Arrival time by the `now` option. */
  since: number
  resolve: () => void
  reject: (error: Error) => void
}

export interface AppendQueueOptions {
  producer: Pick<RenewedProducer, 'send'>
  lingerMs: number
  pendingBytesMax: number
  /** A request is sent as soon as it reaches this size. */
  requestBytes: number
  /** Monotonic clock in milliseconds. Default: `performance.now`. */
  now?: () => number
}

export interface TopicPartition {
  topic: string
  partition: number
}

/**
 * Batches the appends of each partition into requests. The client sends immediately, so without batching every record
 * would cost a round trip.
 *
 * Each partition has one request in flight; appends that arrive in the meantime go into the next one, which preserves
 * record order. With two in flight, the client could not retry a failed request: the other one would take over its
 * sequence numbers, by which brokers detect duplicates, so one could be dropped and the other stored twice.
 */
export class AppendQueue {
  readonly #options: Required<AppendQueueOptions>
  readonly #queues = new Map<string, PartitionQueue>()
  #pendingBytes = 0

  constructor(options: AppendQueueOptions) {
    this.#options = { now: () => performance.now(), ...options }
  }

  /**
   * Resolves once all in-sync replicas have the messages. If brokers do not respond, this waits for up to twice the
   * producer's timeout: once for the request in flight and once for its own.
   * @throws EventLogError `overloaded` if too many bytes are waiting, `unavailable` or `too-large` if brokers refuse.
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

  /** Resolves when every append so far has been answered. */
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

  /** Does nothing while a request is in flight: its completion sends what has accumulated. */
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

  /** Fails appends that have waited too long behind failed requests, instead of making them wait for another one. */
  #refuseOverdue(): void {
    const since = this.#options.now() - waitMsMax
    while (this.#waiting[0] && this.#waiting[0].since < since) {
      const overdue = this.#waiting.shift()
      this.#waitingBytes -= overdue?.bytes ?? 0
      overdue?.reject(new EventLogError('unavailable', 'the brokers rejected an earlier message'))
    }
  }

  /** Takes as many appends as fit into one request, at least one. */
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
        compression: isMostlyCompressed(messages) ? CompressionTypes.None : CompressionTypes.GZIP,
      })
      for (const append of appends) append.resolve()
    } catch (error) {
      const failure = toLogError(error, 'the brokers rejected the records')
      for (const append of appends) append.reject(failure)
    }
  }
}

/** True if most bytes are already compressed. */
function isMostlyCompressed(messages: readonly Message[]): boolean {
  let compressed = 0
  let all = 0
  for (const { value } of messages) {
    if (!Buffer.isBuffer(value)) continue
    all += value.byteLength
    if (isCompressed(value)) compressed += value.byteLength
  }
  return compressed * 2 > all
}
