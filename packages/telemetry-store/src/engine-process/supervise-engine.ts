import { setTimeout as delay } from 'node:timers/promises'
import { StoreError } from '../reader.js'
import { EngineLife, type EngineEnd } from './engine-life.js'
import type { EngineStart, Statement } from './messages.js'
import { createStandby } from './standby.js'

/** Lifecycle event of the engine's process, for logs and metrics. */
export type EngineEvent =
  { type: 'opened'; pid: number | undefined; tookMs: number } | ({ type: 'ended'; pid: number | undefined } & EngineEnd)

export interface SupervisorOptions extends EngineStart {
  /** How long a cancelled statement may take to end before the process is killed, in milliseconds. */
  graceMs?: number
  /** How long a statement waits for a starting engine, in milliseconds. */
  waitMs?: number
  onEvent?: (event: EngineEvent) => void
}

/** Runs the embedded engine in a separate process and restarts it whenever it ends. */
export interface EngineSupervisor {
  /** Like `EngineLife.run`. @throws StoreError `unavailable` if the engine does not start in time. */
  run(statement: Statement, signal: AbortSignal): Promise<Uint8Array>
  /** Ends the process without restarting it. */
  stop(): Promise<void>
}

const defaults = { graceMs: 1_000, waitMs: 2_000 }

/** How long to retry opening: a process that just died may still hold the directory's lock for a moment. */
const lockRetryMs = 3_000
const pauses = { firstMs: 50, mostMs: 5_000 }

/**
 * Starts the engine. Its states: *starting* (statements wait for a while), *open* (statements run), *ended* (running
 * statements failed; restarts immediately, then with a pause that doubles until it opens), *stopped*.
 * @throws StoreError `unavailable` if the directory cannot be opened the first time.
 */
export async function superviseEngine(options: SupervisorOptions): Promise<EngineSupervisor> {
  const { graceMs, waitMs, onEvent } = { ...defaults, ...options }
  const standby = createStandby()
  let isStopped = false
  let life: EngineLife
  /** The engine process for the next statements. */
  let open: Promise<EngineLife>

  const begin = async (): Promise<EngineLife> => {
    const startedAt = performance.now()
    let wasOpened = false
    const begun = new EngineLife({
      ...options,
      process: standby.take(),
      graceMs,
      onEnd: (end) => {
        onEvent?.({ type: 'ended', pid: begun.pid, ...end })
        if (wasOpened && !isStopped) open = revive()
      },
    })
    life = begun
    await begun.opened
    wasOpened = true
    standby.prepare()
    onEvent?.({ type: 'opened', pid: begun.pid, tookMs: performance.now() - startedAt })
    return begun
  }
  const revive = (): Promise<EngineLife> => {
    const revived = beginUntilOpen()
    // A failure is reported to the statements that await it.
    revived.catch(() => undefined)
    return revived
  }
  const beginUntilOpen = async () => {
    for (let pauseMs = pauses.firstMs; !isStopped; pauseMs = Math.min(pauseMs * 2, pauses.mostMs)) {
      const opened = await begin().catch(() => undefined)
      if (opened) return opened
      await life.close()
      await delay(pauseMs, undefined, { ref: false })
    }
    throw stoppedError()
  }
  const beginWithLockRetry = async (untilMs: number): Promise<EngineLife> => {
    try {
      return await begin()
    } catch (error) {
      await life.close()
      const isLocked = error instanceof Error && /lock/i.test(error.message)
      if (!isLocked || performance.now() > untilMs) throw error
      await delay(pauses.firstMs)
      return beginWithLockRetry(untilMs)
    }
  }

  try {
    open = Promise.resolve(await beginWithLockRetry(performance.now() + lockRetryMs))
  } catch (error) {
    standby.end()
    throw error
  }
  return {
    run: async (statement, signal) => {
      if (isStopped) throw stoppedError()
      return (await within(open, waitMs)).run(statement, signal)
    },
    stop: async () => {
      isStopped = true
      standby.end()
      await life.close()
    },
  }
}

const stoppedError = () => new StoreError('unavailable', 'The analytics engine is stopped')

async function within(open: Promise<EngineLife>, waitMs: number): Promise<EngineLife> {
  const timer = new AbortController()
  const late = delay(waitMs, undefined, { ref: false, signal: timer.signal }).then(() => {
    throw new StoreError('unavailable', 'The analytics engine is starting')
  })
  try {
    return await Promise.race([open, late])
  } finally {
    late.catch(() => undefined)
    timer.abort()
  }
}
