import type { ChildProcess } from 'node:child_process'
import { withRowsFile } from '../embedded-server/rows-file.js'
import { StoreError } from '../reader.js'
import { watchMemory } from './watch-memory.js'
import type { EngineStart, FromEngine, Statement, StatementMessage, ToEngine } from './messages.js'
import { captureOutputTail } from './start-engine-process.js'
import { parseError } from '@clickhouse/client'
import { toStoreError } from '../store-errors.js'

/** Why the engine's process ended; `crash` means that this process did not decide it. */
export type EndReason = 'closed' | 'crash' | 'deadline' | 'memory'

export interface EngineEnd {
  reason: EndReason
  /** For operators: exit code or signal, and the process's last output. */
  detail: string
}

export interface LifeOptions extends EngineStart {
  /** A started process that has not received a message yet. */
  process: ChildProcess
  /** How long a cancelled statement may take to end before the process is killed, in milliseconds. */
  graceMs: number
  /** Called once, before running statements fail. */
  onEnd(end: EngineEnd): void
}

interface Pending {
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

const closeWithinMs = 2_000

/** One engine process, from its start to its end. */
export class EngineLife {
  readonly pid: number | undefined
  /** Resolves when statements can run. Rejects with a StoreError if the directory cannot be opened. */
  readonly opened: Promise<void>
  readonly #process: ChildProcess
  readonly #exited: Promise<void>
  readonly #dataDirectory: string
  readonly #graceMs: number
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  #reason: EndReason | undefined
  #hasEnded = false
  /** The statement because of which the process was killed. */
  #overdue: number | undefined

  constructor(options: LifeOptions) {
    this.#dataDirectory = options.dataDirectory
    this.#graceMs = options.graceMs
    this.#process = options.process
    this.pid = this.#process.pid
    this.#exited = new Promise((resolve) => {
      this.#process.once('close', () => {
        resolve()
      })
      // A process that failed to start never emits `close`.
      if (this.pid === undefined) resolve()
    })
    const outputTail = captureOutputTail(this.#process)
    const stopWatching = watchMemory(this.#process, options.memoryBytesMax, () => {
      this.#kill('memory')
    })
    this.opened = new Promise((resolve, reject) => {
      this.#process.on('message', (message: FromEngine) => {
        if (message.type === 'opened') resolve()
        else if (message.type === 'unopened') reject(new StoreError('unavailable', message.message))
        else this.#settle(message)
      })
      this.#process.on('error', (error) => {
        reject(new StoreError('unavailable', `The analytics engine cannot be started: ${error.message}`))
        this.#kill('crash')
      })
      this.#process.once('close', (code, signal) => {
        stopWatching()
        const detail = `${signal ?? `exit code ${String(code)}`} ${outputTail()}`.trim()
        reject(new StoreError('unavailable', `The analytics engine exited during startup: ${detail}`))
        options.onEnd({ reason: this.#reason ?? 'crash', detail })
        this.#failPending()
      })
    })
    this.opened.catch(() => undefined)
    const { dataDirectory, memoryBytesMax } = options
    this.#send({ type: 'open', dataDirectory, memoryBytesMax })
  }

  /**
   * Runs a statement. Once the promise settles, the statement has ended, either in the engine or together with it.
   * @param signal Cancels the statement; the process is killed if it does not end in time.
   */
  async run({ rows, ...statement }: Statement, signal: AbortSignal): Promise<Uint8Array> {
    return withRowsFile(this.#dataDirectory, rows, (rowsFile) => this.#run({ ...statement, rowsFile }, signal))
  }

  async #run(statement: StatementMessage, signal: AbortSignal): Promise<Uint8Array> {
    const id = (this.#lastId += 1)
    let grace: NodeJS.Timeout | undefined
    const onAbort = () => {
      this.#send({ type: 'cancel', id })
      grace = setTimeout(() => {
        this.#overdue ??= id
        this.#kill('deadline')
      }, this.#graceMs)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await new Promise((resolve, reject) => {
        if (this.#hasEnded) throw engineEndedError({ isCulprit: false })
        this.#pending.set(id, { resolve, reject })
        this.#send({ type: 'run', id, ...statement })
        if (signal.aborted) onAbort()
      })
    } finally {
      signal.removeEventListener('abort', onAbort)
      clearTimeout(grace)
    }
  }

  /** Closes the engine, forcibly if it takes too long. Resolves when the process has exited. */
  async close(): Promise<void> {
    this.#reason ??= 'closed'
    this.#send({ type: 'close' })
    const bound = setTimeout(() => this.#process.kill('SIGKILL'), closeWithinMs)
    await this.#exited
    clearTimeout(bound)
  }

  #send(message: ToEngine): void {
    if (this.#process.connected) this.#process.send(message, () => undefined)
  }

  #settle(message: Extract<FromEngine, { id: number }>): void {
    const statement = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.type === 'result') statement?.resolve(message.bytes)
    else statement?.reject(toEngineError(message.message))
  }

  #kill(reason: EndReason): void {
    this.#reason ??= reason
    this.#process.kill('SIGKILL')
  }

  #failPending(): void {
    this.#hasEnded = true
    for (const [id, { reject }] of this.#pending) reject(engineEndedError({ isCulprit: id === this.#overdue }))
    this.#pending.clear()
  }
}

/** Converts the engine's error message to a StoreError. */
const toEngineError = (message: string): StoreError => toStoreError(parseError(message))

/** Error of a statement that was running when the engine's process ended. Its effects are unknown. */
function engineEndedError({ isCulprit }: { isCulprit: boolean }): StoreError {
  return isCulprit
    ? new StoreError('timeout', 'The statement timed out and was stopped together with the engine', atEnd)
    : new StoreError('unavailable', 'The analytics engine exited while the statement was running', atEnd)
}

const atEnd = { endedEngine: true }
