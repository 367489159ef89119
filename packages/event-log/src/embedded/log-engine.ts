import { topics, type Topic } from '@signalbox/contracts/topics'
import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import { EventLogError, type TopicLag } from '../event-log.js'
import { isRing } from '../single-partition/ring-topic.js'
import { WaitingReads } from '../single-partition/waiting-reads.js'
import { queryTopic } from './query-topic.js'
import type { LogResponse, Numbered, OpenRequest, TopicReadRequest, TopicWrite, WorkerRequest } from './protocol.js'
import { TopicFile } from './topic-file.js'
import { toRefusal, writeTopic } from './write-topic.js'

interface OpenTopic {
  file: TopicFile
  reads: WaitingReads
}

export interface LogEngineOptions {
  /** Sends answers and transfers their buffers. */
  send: (answers: LogResponse[], transfer: ArrayBuffer[]) => void
  /** Called after the last answer. */
  onClosed: () => void
}

/**
 * Worker side of the embedded log. It works in rounds; requests that arrive during a round are processed together in
 * the next one:
 * 1. All writes, one commit per topic. Each topic is answered as soon as it is written, smallest first, so that
 * none waits behind a flood on another topic.
 * 2. Reads and lags, which see the new records.
 * 3. A bounded part of the deletions, last, so that an append waits for at most one of them.
 */
export class LogEngine {
  readonly #options: LogEngineOptions
  readonly #topics = new Map<Topic, OpenTopic>()
  #arrived: Numbered<WorkerRequest>[] = []
  #answers: LogResponse[] = []
  #transfer: ArrayBuffer[] = []
  /** Topics that may have records to delete: consumed by all groups, or beyond the size limit of a ring. */
  readonly #consumed = new Set<Topic>()
  #diskBytesMax = 0
  #deadLetterBytesMax = 0
  #isRoundDue = false

  constructor(options: LogEngineOptions) {
    this.#options = options
  }

  receive(requests: readonly Numbered<WorkerRequest>[]): void {
    for (const request of requests) {
      this.#arrived.push(request)
    }
    this.#scheduleRound()
  }

  #scheduleRound(): void {
    if (!this.#isRoundDue) {
      this.#isRoundDue = true
      // Deferred so that further messages of this tick join the round.
      setImmediate(() => {
        this.#isRoundDue = false
        this.#runRound()
      })
    }
  }

  #runRound(): void {
    const requests = this.#arrived
    this.#arrived = []
    const written = this.#write(requests.filter(isWrite))
    for (const topic of written) {
      this.#topic(topic).reads.wake()
      this.#consumed.add(topic)
    }
    for (const request of requests) {
      this.#serve(request)
    }
    this.#sendAnswers()
    this.#deleteConsumed()
  }

  #write(writes: readonly Numbered<TopicWrite>[]): Set<Topic> {
    const written = [...new Set(writes.map((write) => write.topic))].map((topic) => {
      const ofTopic = writes.filter((write) => write.topic === topic)
      return { topic, ofTopic, bytes: bytesOf(ofTopic) }
    })
    for (const { topic, ofTopic } of written.sort((one, other) => one.bytes - other.bytes)) {
      const { file } = this.#topic(topic)
      this.#answers.push(...writeTopic(file, ofTopic, this.#bytesLeft(topic)))
      this.#sendAnswers()
    }
    return new Set(written.map(({ topic }) => topic))
  }

  #serve(request: Numbered<WorkerRequest>): void {
    if (request.kind === 'read') {
      this.#read(request)
    } else if (request.kind === 'cancel') {
      this.#topics.get(request.topic)?.reads.cancel(request.readId)
      this.#answers.push({ id: request.readId })
    } else if (request.kind === 'lag') {
      const lag = { topics: this.#lag(request.group), isSteady: this.#consumed.size === 0 }
      this.#answers.push({ id: request.id, lag })
    } else if (request.kind === 'bounds' || request.kind === 'offset-at' || request.kind === 'range') {
      const { answer, transfer } = queryTopic(this.#topic(request.topic).file, request)
      this.#answers.push(answer)
      this.#transfer.push(...transfer)
    } else if (request.kind === 'open') {
      this.#finish(request.id, () => {
        this.#open(request)
      })
    } else if (request.kind === 'close') {
      this.#finish(request.id, () => {
        this.#close()
      })
      this.#sendAnswers()
      this.#options.onClosed()
    }
  }

  #finish(id: number, work: () => void): void {
    try {
      work()
      this.#answers.push({ id })
    } catch (error) {
      this.#answers.push(toRefusal(id, error))
    }
  }

  #open({ directory, diskBytesMax, deadLetterBytesMax, fileBytesMax }: OpenRequest): void {
    this.#diskBytesMax = diskBytesMax
    this.#deadLetterBytesMax = deadLetterBytesMax
    createDirectory(directory)
    try {
      for (const topic of topics) {
        const file = new TopicFile(join(directory, `${topic}.db`), fileBytesMax)
        this.#topics.set(topic, { file, reads: new WaitingReads((offset) => file.sizesFrom(offset)) })
      }
    } catch (error) {
      this.#close()
      throw error
    }
  }

  /** Closes every file even if one fails, then throws the first failure. */
  #close(): void {
    const failures: unknown[] = []
    for (const { file, reads } of this.#topics.values()) {
      reads.cancelAll()
      try {
        file.close()
      } catch (error) {
        failures.push(error)
      }
    }
    this.#topics.clear()
    // A write in the same round may have left something to delete.
    this.#consumed.clear()
    if (failures.length > 0) {
      throw failures[0]
    }
  }

  #read(request: Numbered<TopicReadRequest>): void {
    const { file, reads } = this.#topic(request.topic)
    const { id } = request
    const fail = (error: unknown) => {
      this.#answer(toRefusal(id, error))
    }
    const close = (end: number) => {
      try {
        const { records, buffers } = file.read(request.from, end)
        this.#transfer.push(...buffers)
        this.#answer({ id, batch: { end, records } })
      } catch (error) {
        fail(error)
      }
    }
    reads.add(id, request, { close, fail })
  }

  /** Answers outside a round, such as a read whose wait has expired, are sent in the next tick. */
  #answer(answer: LogResponse): void {
    this.#answers.push(answer)
    this.#scheduleRound()
  }

  #lag(group: string): TopicLag[] {
    return [...this.#topics].flatMap(([topic, { file }]) => {
      const committed = file.groups.get(group)?.offset
      const { nextOffset, bytes } = file
      return committed === undefined ? [] : [{ topic, partition: 0, committed, records: nextOffset - committed, bytes }]
    })
  }

  #deleteConsumed(): void {
    for (const topic of this.#consumed) {
      if (!this.#deleteFrom(topic)) {
        this.#consumed.delete(topic)
      }
    }
    if (this.#consumed.size > 0) {
      this.#scheduleRound()
    }
  }

  /** @returns true if there is more to delete now. */
  #deleteFrom(topic: Topic): boolean {
    try {
      const { file } = this.#topic(topic)
      if (isRing(topic)) return file.deleteBeyond(this.#deadLetterBytesMax)
      file.deleteConsumed()
      return false
    } catch (error) {
      if (error instanceof EventLogError && error.reason !== 'corrupt') {
        // Retried after the next write to the topic. Until then the bytes count against the budget.
        return false
      }
      throw error
    }
  }

  #bytesLeft(topic: Topic): number {
    if (isRing(topic)) return Number.POSITIVE_INFINITY
    const used = [...this.#topics].reduce((sum, [name, { file }]) => sum + (isRing(name) ? 0 : file.bytes), 0)
    return this.#diskBytesMax - used
  }

  #topic(topic: Topic): OpenTopic {
    const open = this.#topics.get(topic)
    if (open === undefined) {
      throw new TypeError(`unknown topic ${topic}`)
    }
    return open
  }

  #sendAnswers(): void {
    if (this.#answers.length > 0) {
      this.#options.send(this.#answers, this.#transfer)
      this.#answers = []
      this.#transfer = []
    }
  }
}

function isWrite(request: Numbered<WorkerRequest>): request is Numbered<TopicWrite> {
  return ['append', 'join', 'plan', 'commit'].includes(request.kind)
}

function bytesOf(writes: readonly TopicWrite[]): number {
  return writes.reduce((sum, write) => sum + (write.kind === 'append' ? write.bytes : 0), 0)
}

function createDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new EventLogError('unavailable', `the log directory ${directory} cannot be created`, { cause: error })
  }
}
