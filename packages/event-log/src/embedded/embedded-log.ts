import type { Topic } from '@signalbox/contracts'
import { EventLogError, type AppendOptions, type ConsumerOptions, type EventLog } from '../event-log.js'
import type { EventLogConsumer, LogRange, LogRecordInput, PartitionBounds, RangeRequest } from '../event-log.js'
import type { TopicLag } from '../event-log.js'
import { admitRecords, assertNotOverloaded, parseHeaders } from '../single-partition/admission.js'
import { ConsumerRegistry } from '../single-partition/consumer-registry.js'
import type { GroupPosition, OffsetRange } from '../single-partition/group-position.js'
import type { LogBackend, PendingRead, ReadResult } from '../single-partition/log-backend.js'
import type { ReadRequest } from '../single-partition/waiting-reads.js'
import type { LogResponse, WriteRequest } from './protocol.js'
import type { WorkerChannel } from './worker-channel.js'

export interface EmbeddedLogParts {
  channel: WorkerChannel
  pendingBytesMax: number
  clock: () => number
}

/** Main-thread side of the embedded log. All file access happens in the worker. */
export class EmbeddedLog implements EventLog, LogBackend {
  readonly #parts: EmbeddedLogParts
  readonly #consumers = new ConsumerRegistry(this)
  #pendingBytes = 0
  /** By group, until the next write: the lag of an idle log is measured every second, and its thread need not wake up for that. */
  readonly #lags = new Map<string, TopicLag[]>()
  #writes = 0
  #closing: Promise<void> | undefined

  constructor(parts: EmbeddedLogParts) {
    this.#parts = parts
  }

  async append(topic: Topic, records: readonly LogRecordInput[], options: AppendOptions = {}): Promise<void> {
    this.#assertOpen()
    const { stored, bytes } = admitRecords(records)
    assertNotOverloaded(bytes, this.#parts.pendingBytesMax - this.#pendingBytes)
    this.#pendingBytes += bytes
    try {
      const request = { kind: 'append', topic, records: stored, bytes, appendedAt: this.#parts.clock() } as const
      await this.#write(request, options.handOver)
    } finally {
      this.#pendingBytes -= bytes
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

  async lag(group: string): Promise<TopicLag[]> {
    this.#assertOpen()
    const known = this.#lags.get(group)
    if (known !== undefined) return known
    const writes = this.#writes
    const { lag } = await this.#parts.channel.send({ kind: 'lag', group }).answer
    const topics = lag?.topics ?? []
    if (lag?.isSteady === true && writes === this.#writes) this.#lags.set(group, topics)
    return topics
  }

  async bounds(topic: Topic): Promise<PartitionBounds[]> {
    this.#assertOpen()
    const { bounds } = await this.#parts.channel.send({ kind: 'bounds', topic }).answer
    return bounds ? [bounds] : []
  }

  async offsetsAt(topic: Topic, time: number): Promise<ReadonlyMap<number, number>> {
    this.#assertOpen()
    const { offset } = await this.#parts.channel.send({ kind: 'offset-at', topic, time }).answer
    return new Map(offset === undefined ? [] : [[0, offset]])
  }

  async readRange(request: RangeRequest): Promise<LogRange> {
    this.#assertOpen()
    if (request.partition !== 0) return { records: [], next: undefined }
    const { range } = await this.#parts.channel.send({ kind: 'range', ...request }).answer
    const records = range?.records ?? []
    return {
      records: records.map((packed) => ({ ...packed, headers: parseHeaders(packed.headers) })),
      next: range?.next,
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#stop()
    return this.#closing
  }

  async join(group: string, topic: Topic): Promise<GroupPosition> {
    this.#assertOpen()
    const { position } = await this.#write({ kind: 'join', group, topic })
    if (position === undefined) {
      throw new EventLogError('unavailable', 'the log worker did not report the position')
    }
    return position
  }

  read(topic: Topic, request: Omit<ReadRequest, 'now'>): PendingRead {
    const { channel, clock } = this.#parts
    const { id, answer } = channel.send({ kind: 'read', topic, ...request, now: clock() })
    let isCancelled = false
    const cancel = () => {
      if (!isCancelled) {
        isCancelled = true
        channel.notify({ kind: 'cancel', topic, readId: id })
      }
    }
    return { result: answer.then((answered) => (isCancelled ? undefined : toResult(answered))), cancel }
  }

  async plan(group: string, topic: Topic, { start, end }: OffsetRange): Promise<void> {
    this.#assertOpen()
    await this.#write({ kind: 'plan', group, topic, start, end })
  }

  async commit(group: string, topic: Topic, { start, end }: OffsetRange): Promise<void> {
    this.#assertOpen()
    await this.#write({ kind: 'commit', group, topic, start, end })
  }

  #write(request: WriteRequest, handOver?: boolean): Promise<LogResponse> {
    this.#writes += 1
    this.#lags.clear()
    return this.#parts.channel.send(request, handOver).answer
  }

  async #stop(): Promise<void> {
    await this.#consumers.closeAll()
    await this.#parts.channel.end({ kind: 'close' })
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) {
      throw new EventLogError('unavailable', 'the log is closed')
    }
  }
}

function toResult({ batch }: LogResponse): ReadResult | undefined {
  return (
    batch && {
      end: batch.end,
      records: batch.records.map(({ offset, headers, value, rows }) => {
        return { offset, headers: parseHeaders(headers), value, rows }
      }),
    }
  )
}
