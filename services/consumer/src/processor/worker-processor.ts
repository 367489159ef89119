import { Worker } from 'node:worker_threads'
import type { BlobPlace } from '@signalbox/artifact-store'
import { startWorker, type SourceMapDirectory } from '@signalbox/service-kit'
import { createBackoff } from '../backoff.js'
import type { ProcessedBatch } from '../batch/processed-batch.js'
import type { BatchFindings } from '../process-batch.js'
import type { RetentionDays } from '@signalbox/contracts'
import type { ResolvedBatch } from '../project/batch-settings.js'
import type { BatchProcessor } from './batch-processor.js'
import { packBatch } from './pack-batch.js'
import type { ProcessResponse, ProcessRequest, ScriptResult, ScriptQuery, WorkerSettings } from './worker-messages.js'

/** Where source maps are found and read. */
export interface SourceMapAccess {
  known: SourceMapDirectory
  /** Location of the artifact store. */
  place: BlobPlace
  /** Maximum bytes of converted maps cached in memory. */
  cacheBytesMax: number
}

export interface WorkerProcessorOptions {
  /** As in `ProcessOptions`. */
  retentionDays: RetentionDays
  /** Without it, frames stay as sent. */
  sourceMaps?: SourceMapAccess | undefined
  /** File that the worker runs. Default: the one beside this file. */
  workerFile?: string
  /** A batch that takes longer counts as an endless loop: the worker is terminated. Milliseconds, default 2 minutes. */
  timeoutMs?: number
  /** Minimum and maximum pause before a dead worker is restarted, in milliseconds. */
  restart?: { baseMs: number; maxMs: number }
}

interface PendingBatch {
  resolve: (processed: ProcessedBatch) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

const defaultTimeoutMs = 120_000
const defaultRestart = { baseMs: 100, maxMs: 30_000 }

/**
 * Processes in a worker thread, so that the main thread stays free for requests and queries. If the worker dies, its
 * batches are rejected, and the next batch starts a new one after a pause that grows with each consecutive death.
 */
export function createWorkerProcessor(options: WorkerProcessorOptions): BatchProcessor {
  return new WorkerProcessor(options)
}

class WorkerProcessor implements BatchProcessor {
  readonly #options: WorkerProcessorOptions
  readonly #backoff
  readonly #pending = new Map<number, PendingBatch>()
  readonly #closing = new AbortController()
  #worker: Worker | undefined
  #ready: Promise<Worker> | undefined
  #lastId = 0

  constructor(options: WorkerProcessorOptions) {
    this.#options = options
    this.#backoff = createBackoff(options.restart ?? defaultRestart)
    // Loading the worker takes longer than most batches, so start before the first one arrives. That batch then reports
    // any failure.
    this.#readyWorker().catch(() => undefined)
  }

  async process(batch: ResolvedBatch, findings: BatchFindings = {}, processors = 1): Promise<ProcessedBatch> {
    const worker = await this.#readyWorker()
    return new Promise((resolve, reject) => {
      if (worker !== this.#worker) {
        reject(new Error('the processor worker has exited'))
        return
      }
      this.#lastId += 1
      const request: ProcessRequest = { id: this.#lastId, batch: packBatch(batch), findings, processors }
      const timer = setTimeout(() => {
        this.#end(worker, new Error(`batch ${batch.topic}:${batch.partition}:${batch.start} timed out`))
      }, this.#options.timeoutMs ?? defaultTimeoutMs)
      this.#pending.set(request.id, { resolve, reject, timer })
      worker.postMessage(request, [request.batch.values.buffer])
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const worker = this.#worker
    if (worker !== undefined) {
      this.#end(worker, new Error('the processor is closed'))
      await worker.terminate()
    }
  }

  #readyWorker(): Promise<Worker> {
    this.#ready ??= this.#start().catch((error: unknown) => {
      this.#ready = undefined
      this.#backoff.fail()
      throw error
    })
    return this.#ready
  }

  async #start(): Promise<Worker> {
    await this.#backoff.wait(this.#closing.signal)
    if (this.#closing.signal.aborted) {
      throw new Error('the processor is closed')
    }
    const { retentionDays, workerFile, sourceMaps } = this.#options
    const settings = sourceMaps && { place: sourceMaps.place, cacheBytesMax: sourceMaps.cacheBytesMax }
    const workerData: WorkerSettings = { retentionDays, sourceMaps: settings }
    const worker =
      workerFile === undefined
        ? startWorker('processor-worker', import.meta.url, { workerData })
        : new Worker(workerFile, { workerData })
    worker.on('message', (message: ProcessResponse | ScriptQuery) => {
      if ('queryId' in message) void this.#answer(worker, message)
      else this.#settle(message)
    })
    worker.on('error', (cause) => {
      this.#end(worker, new Error(`the processor worker failed: ${cause.message}`, { cause }))
    })
    worker.on('exit', () => {
      this.#end(worker, new Error('the processor worker has exited'))
    })
    this.#worker = worker
    return worker
  }

  /** A worker that has died in the meantime ignores it. */
  async #answer(worker: Worker, { queryId, request }: ScriptQuery): Promise<void> {
    let answer: ScriptResult
    try {
      answer = { queryId, scripts: (await this.#options.sourceMaps?.known.resolveScripts(request)) ?? [] }
    } catch (error) {
      answer = { queryId, unavailable: error instanceof Error ? error.message : String(error) }
    }
    worker.postMessage(answer)
  }

  #settle(answer: ProcessResponse): void {
    const pending = this.#take(answer.id)
    if ('processed' in answer) {
      this.#backoff.reset()
      pending?.resolve(answer.processed)
    } else {
      pending?.reject(new Error(`the batch could not be processed: ${answer.error}`))
    }
  }

  #take(id: number): PendingBatch | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    clearTimeout(pending?.timer)
    return pending
  }

  /** Discards a worker. Only the first call per worker has an effect. */
  #end(worker: Worker, reason: Error): void {
    if (this.#worker !== worker) {
      return
    }
    this.#worker = undefined
    this.#ready = undefined
    this.#backoff.fail()
    for (const id of [...this.#pending.keys()]) {
      this.#take(id)?.reject(reason)
    }
    void worker.terminate()
  }
}
