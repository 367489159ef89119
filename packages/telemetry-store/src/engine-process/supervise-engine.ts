import { setTimeout as delay } from 'node:timers/promises'
import { StoreError } from '../reader.js'
import { EngineLife, type EngineEnd } from './engine-life.js'
import type { EngineStart, StatementMessage } from './messages.js'
import { createStandby } from './standby.js'

/** What happens to the engine's process, for logs and metrics. */
export type EngineEvent =
  { type: 'opened'; pid: number | undefined; tookMs: number } | ({ type: 'ended'; pid: number | undefined } & EngineEnd)

export interface SupervisorOptions extends EngineStart {
  /** A statement that was asked to end has this long until the process is killed. Milliseconds. */
  graceMs?: number
  /** A statement waits this long for an engine that starts. Milliseconds. */
  waitMs?: number
  onEvent?: (event: EngineEvent) => void
}

/** The embedded engine in a process of its own, which is started again whenever it ends. */
export interface EngineSupervisor {
  /** As `EngineLife.run`. @throws StoreError `unavailable` when no engine is there in time. */
  run(statement: StatementMessage, signal: AbortSignal): Promise<Uint8Array>
  /** Ends the process and starts no other one. */
  stop(): Promise<void>
}

const defaults = { graceMs: 1_000, waitMs: 2_000 }

/** Somebody who just died may hold the lock on the directory for a moment. */
const lockPatienceMs = 3_000
const pauses = { firstMs: 50, mostMs: 5_000 }

/**
 * States of the engine: *starting* (statements wait, for a while), *open* (they run), *ended* (those that ran have
 * failed; back to starting at once, or after a pause that doubles while it does not get to open), *stopped*.
 * @throws StoreError `unavailable` when the directory cannot be opened in the first place.
 */
export async function superviseEngine(options: SupervisorOptions): Promise<EngineSupervisor> {
  const { graceMs, waitMs, onEvent } = { ...defaults, ...options }
  const standby = createStandby()
  let isStopped = false
  let life: EngineLife
  /** The life that statements run in next. */
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
    // Statements learn of a failure when they ask for it.
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
  const beginWithPatience = async (untilMs: number): Promise<EngineLife> => {
    try {
      return await begin()
    } catch (error) {
      await life.close()
      const isLocked = error instanceof Error && /lock/i.test(error.message)
      if (!isLocked || performance.now() > untilMs) throw error
      await delay(pauses.firstMs)
      return beginWithPatience(untilMs)
    }
  }

  try {
    open = Promise.resolve(await beginWithPatience(performance.now() + lockPatienceMs))
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
