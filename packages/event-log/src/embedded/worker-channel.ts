import type { Worker } from 'node:worker_threads'
import { EventLogError } from '../event-log.js'
import { packAppends, type QueuedAppend } from './pack-appends.js'
import type { ResponseMessage, LogResponse, LogRequest, RequestMessage } from './protocol.js'

interface PendingResponse {
  resolve: (answer: LogResponse) => void
  reject: (error: EventLogError) => void
}

/** A request in flight; `id` identifies it in a cancel request. */
export interface SentRequest {
  id: number
  answer: Promise<LogResponse>
}

export interface WorkerChannelOptions {
  worker: Worker
  /** Called if the worker died unexpectedly or found a damaged file. The log is unusable afterwards. */
  onFault: (fault: EventLogError) => void
}

/**
 * Answers of one message that are delivered per event-loop tick. A commit answers everything that it made durable, and
 * each answer lets a request proceed.
 */
const answersPerTickMax = 16

/** Exchanges requests and answers with the log worker. All requests of one tick are sent in one message. */
export class WorkerChannel {
  readonly #worker: Worker
  readonly #onFault: (fault: EventLogError) => void
  readonly #pending = new Map<number, PendingResponse>()
  readonly #exited: Promise<void>
  #appends: QueuedAppend[] = []
  #requests: RequestMessage['requests'] = []
  #isFlushDue = false
  /** Answers of each message that are not delivered yet. */
  readonly #undelivered = new Set<LogResponse[]>()
  #lastId = 0
  #isEnding = false
  #death: EventLogError | undefined

  constructor({ worker, onFault }: WorkerChannelOptions) {
    this.#worker = worker
    this.#onFault = onFault
    worker.on('message', (message: ResponseMessage) => {
      this.#deliver([...message.done.map((id) => ({ id })), ...message.answers])
    })
    worker.on('error', (error) => {
      this.#die(new EventLogError('unavailable', `the log worker failed: ${error.message}`, { cause: error }))
    })
    this.#exited = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#die(new EventLogError('unavailable', 'the log worker has exited'))
        resolve()
      })
    })
  }

  /**
   * @param handOver Large values of an append may be transferred instead of copied.
   * @throws EventLogError with the worker's reason, or `unavailable` if the worker died.
   */
  send(request: LogRequest, handOver = false): SentRequest {
    this.#lastId += 1
    const id = this.#lastId
    const answer = new Promise<LogResponse>((resolve, reject) => {
      if (this.#death !== undefined) {
        reject(this.#death)
        return
      }
      this.#pending.set(id, { resolve, reject })
      this.#enqueue(id, request, handOver)
    })
    return { id, answer }
  }

  /** Sends a request that is not answered. */
  notify(request: LogRequest): void {
    if (this.#death === undefined) {
      this.#lastId += 1
      this.#enqueue(this.#lastId, request, false)
    }
  }

  /** Sends the last request and waits until the worker has exited. */
  async end(request: LogRequest): Promise<void> {
    this.#isEnding = true
    try {
      await this.send(request).answer
    } finally {
      await this.#exited
    }
  }

  #enqueue(id: number, request: LogRequest, handOver: boolean): void {
    if (request.kind === 'append') this.#appends.push({ append: { ...request, id }, handOver })
    else this.#requests.push({ ...request, id })
    if (this.#isFlushDue) return
    this.#isFlushDue = true
    setImmediate(() => {
      this.#flush()
    })
  }

  #flush(): void {
    const { packed, transfer } = packAppends(this.#appends)
    const message: RequestMessage = { appends: packed, requests: this.#requests }
    this.#appends = []
    this.#requests = []
    this.#isFlushDue = false
    this.#worker.postMessage(message, transfer)
  }

  /** Messages are delivered side by side, so that a long one delays no other. */
  #deliver(answers: LogResponse[]): void {
    for (const answer of answers.splice(0, answersPerTickMax)) this.#settle(answer)
    if (answers.length === 0) {
      this.#undelivered.delete(answers)
      return
    }
    this.#undelivered.add(answers)
    setImmediate(() => {
      this.#deliver(answers)
    })
  }

  #settle(answer: LogResponse): void {
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if (answer.error === undefined) {
      pending?.resolve(answer)
      return
    }
    const error = new EventLogError(answer.error.reason, answer.error.message)
    pending?.reject(error)
    if (error.reason === 'corrupt' && !this.#isEnding) {
      this.#onFault(error)
    }
  }

  #die(death: EventLogError): void {
    if (this.#death !== undefined) {
      return
    }
    this.#death = death
    for (const answers of this.#undelivered) for (const answer of answers.splice(0)) this.#settle(answer)
    for (const { reject } of this.#pending.values()) {
      reject(death)
    }
    this.#pending.clear()
    if (!this.#isEnding) {
      this.#onFault(death)
    }
  }
}
