import { limits, topics, type Topic } from '@signalbox/contracts'
import { EventLogError, type ConsumerOptions, type EventLog, type EventLogConsumer } from '../event-log.js'
import type { LogRange, LogRecordInput, PartitionBounds, RangeRequest, TopicLag } from '../event-log.js'
import { admitRecords, assertFits, assertNotOverloaded, type StoredInput } from '../single-partition/admission.js'
import { ConsumerRegistry } from '../single-partition/consumer-registry.js'
import { isRing } from '../single-partition/ring-topic.js'
import { commitRange, planRange, type GroupPosition, type OffsetRange } from '../single-partition/group-position.js'
import type { LogBackend, PendingRead, ReadResult } from '../single-partition/log-backend.js'
import { WaitingReads, type ReadRequest } from '../single-partition/waiting-reads.js'
import { MemoryTopic } from './memory-topic.js'

/** State that outlives a memory log: the "disk" that the next log opens. */
export type MemoryLogState = Map<Topic, MemoryTopic>

export interface MemoryLogOptions {
  /** State of a previously closed log, to resume from. Default: empty. */
  state?: MemoryLogState
  /** Maximum bytes of values and headers across all topics except `dead-letters`. Beyond it: `full`. */
  diskBytesMax?: number
  /** Maximum bytes of dead letters; beyond it, the oldest are deleted. */
  deadLetterBytesMax?: number
  /** Maximum bytes of one append. Beyond it: `overloaded`. */
  pendingBytesMax?: number
  /** Milliseconds. */
  clock?: () => number
}

/** Creates an in-memory log with the same contract as the durable ones, for tests: nothing outlives the process. */
export function createMemoryLog(options: MemoryLogOptions = {}): EventLog {
  return new MemoryLog(options)
}

class MemoryLog implements EventLog, LogBackend {
  readonly #state: MemoryLogState
  readonly #options: MemoryLogOptions
  readonly #clock: () => number
  readonly #reads = new Map<Topic, WaitingReads>()
  readonly #consumers = new ConsumerRegistry(this)
  #readCount = 0
  #isClosed = false

  constructor(options: MemoryLogOptions) {
    this.#options = options
    this.#clock = options.clock ?? Date.now
    this.#state = options.state ?? new Map<Topic, MemoryTopic>()
    for (const topic of topics) {
      const stored = this.#state.get(topic) ?? new MemoryTopic()
      this.#state.set(topic, stored)
      this.#reads.set(topic, new WaitingReads((offset) => stored.sizesFrom(offset)))
    }
  }

  async append(topic: Topic, records: readonly LogRecordInput[]): Promise<void> {
    this.#assertOpen()
    const { stored, bytes } = admitRecords(records)
    assertNotOverloaded(bytes, this.#options.pendingBytesMax ?? limits.eventLog.pendingBytesMax)
    this.#keep(topic, stored, bytes)
    this.#reads.get(topic)?.wake()
    await Promise.resolve()
  }

  #keep(topic: Topic, stored: StoredInput[], bytes: number): void {
    if (isRing(topic)) {
      this.#topic(topic).append(stored, this.#clock())
      this.#topic(topic).deleteBeyond(this.#options.deadLetterBytesMax ?? limits.eventLog.deadLetterBytesMax)
    } else {
      assertFits(bytes, (this.#options.diskBytesMax ?? limits.eventLog.diskBytesMax) - this.#bytes())
      this.#topic(topic).append(stored, this.#clock())
    }
  }

  async openConsumer(options: ConsumerOptions): Promise<EventLogConsumer> {
    this.#assertOpen()
    return this.#consumers.open(options)
  }

  /** There is only one partition. */
  partitionOf(): number {
    return 0
  }

  lag(group: string): Promise<TopicLag[]> {
    const lags = [...this.#state].flatMap(([topic, { groups, nextOffset, bytes }]) => {
      const committed = groups.get(group)?.offset
      return committed === undefined ? [] : [{ topic, partition: 0, committed, records: nextOffset - committed, bytes }]
    })
    return Promise.resolve(lags)
  }

  async bounds(topic: Topic): Promise<PartitionBounds[]> {
    this.#assertOpen()
    return Promise.resolve([this.#topic(topic).bounds()])
  }

  async offsetsAt(topic: Topic, time: number): Promise<ReadonlyMap<number, number>> {
    this.#assertOpen()
    return Promise.resolve(new Map([[0, this.#topic(topic).offsetAt(time)]]))
  }

  async readRange(request: RangeRequest): Promise<LogRange> {
    this.#assertOpen()
    const isHeld = request.partition === 0
    return Promise.resolve(isHeld ? this.#topic(request.topic).readRange(request) : { records: [], next: undefined })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#consumers.closeAll()
  }

  join(group: string, topic: Topic): Promise<GroupPosition> {
    return Promise.resolve(this.#topic(topic).join(group))
  }

  read(topic: Topic, request: Omit<ReadRequest, 'now'>): PendingRead {
    const stored = this.#topic(topic)
    const reads = this.#reads.get(topic)
    const id = this.#readCount++
    let cancel = () => reads?.cancel(id)
    const result = new Promise<ReadResult | undefined>((resolve, reject) => {
      cancel = () => {
        reads?.cancel(id)
        resolve(undefined)
      }
      reads?.add(
        id,
        { ...request, now: this.#clock() },
        {
          close: (end) => {
            resolve({ end, records: stored.read(request.from, end) })
          },
          fail: reject,
        },
      )
    })
    return { result, cancel }
  }

  async plan(group: string, topic: Topic, range: OffsetRange): Promise<void> {
    await this.#move(group, topic, (position) => planRange(position, range))
  }

  async commit(group: string, topic: Topic, range: OffsetRange): Promise<void> {
    await this.#move(group, topic, (position) => commitRange(position, range))
    this.#topic(topic).deleteConsumed()
  }

  #move(group: string, topic: Topic, next: (position: GroupPosition) => GroupPosition): Promise<void> {
    const stored = this.#topic(topic)
    stored.groups.set(group, next(stored.join(group)))
    return Promise.resolve()
  }

  #topic(topic: Topic): MemoryTopic {
    const stored = this.#state.get(topic)
    if (stored === undefined) {
      throw new TypeError(`unknown topic ${topic}`)
    }
    return stored
  }

  #bytes(): number {
    return [...this.#state].reduce((sum, [name, topic]) => sum + (isRing(name) ? 0 : topic.bytes), 0)
  }

  #assertOpen(): void {
    if (this.#isClosed) {
      throw new EventLogError('unavailable', 'the log is closed')
    }
  }
}
