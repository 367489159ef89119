import type { Worker } from 'node:worker_threads'
import { EventLogError } from '../event-log.js'
import type { StoredInput } from '../single-partition/admission.js'
import { packValues } from './pack-values.js'
import type { AnswerMessage, LogAnswer, LogRequest, Numbered, RequestMessage } from './protocol.js'

interface PendingAnswer {
  resolve: (answer: LogAnswer) => void
  reject: (error: EventLogError) => void
}

/** A request in flight; `id` identifies it in a cancel request. */
export interface SentRequest {
  id: number
  answer: Promise<LogAnswer>
}

export interface WorkerChannelOptions {
  worker: Worker
  /** Called if the worker died unexpectedly or found a damaged file. The log is unusable afterwards. */
  onFault: (fault: EventLogError) => void
}

/** Exchanges requests and answers with the log worker. All requests of one tick are sent in one message. */
export class WorkerChannel {
  readonly #worker: Worker
  readonly #onFault: (fault: EventLogError) => void
  readonly #pending = new Map<number, PendingAnswer>()
  readonly #exited: Promise<void>
  #requests: Numbered<LogRequest>[] = []
  #kept: StoredInput[] = []
  #handedOver: StoredInput[] = []
  #lastId = 0
  #isEnding = false
  #death: EventLogError | undefined

  constructor({ worker, onFault }: WorkerChannelOptions) {
    this.#worker = worker
    this.#onFault = onFault
    worker.on('message', (message: AnswerMessage) => {
      message.answers.forEach((answer) => {
        this.#settle(answer)
      })
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
    const answer = new Promise<LogAnswer>((resolve, reject) => {
      if (this.#death !== undefined) {
        reject(this.#death)
        return
      }
      this.#pending.set(id, { resolve, reject })
      if (request.kind === 'append') {
        this.#valuesOf(handOver).push(...request.records)
      }
      this.#enqueue({ ...request, id })
    })
    return { id, answer }
  }

  /** Sends a request that is not answered. */
  notify(request: LogRequest): void {
    if (this.#death === undefined) {
      this.#lastId += 1
      this.#enqueue({ ...request, id: this.#lastId })
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

  #valuesOf(handOver: boolean): StoredInput[] {
    return handOver ? this.#handedOver : this.#kept
  }

  #enqueue(request: Numbered<LogRequest>): void {
    this.#requests.push(request)
    if (this.#requests.length === 1) {
      setImmediate(() => {
        this.#flush()
      })
    }
  }

  #flush(): void {
    const message: RequestMessage = { requests: this.#requests }
    const transfer = [...packValues(this.#kept, false), ...packValues(this.#handedOver, true)]
    this.#requests = []
    this.#kept = []
    this.#handedOver = []
    this.#worker.postMessage(message, transfer)
  }

  #settle(answer: LogAnswer): void {
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
    for (const { reject } of this.#pending.values()) {
      reject(death)
    }
    this.#pending.clear()
    if (!this.#isEnding) {
      this.#onFault(death)
    }
  }
}
