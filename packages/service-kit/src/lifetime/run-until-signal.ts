import type { Log } from '../logging/log.js'
import type { Lifecycle } from './lifecycle.js'

type Signal = 'SIGTERM' | 'SIGINT'

/** The parts of `process` that are needed; only `main.ts` may access it directly. */
export interface ProcessHandle {
  on(signal: Signal, listener: () => void): unknown
  exit(code: number): unknown
}

export interface RunOptions {
  lifecycle: Lifecycle
  process: ProcessHandle
  log: Log
  /** Called once everything is running. */
  onStarted?: () => void
  /** Called with the reason if the start fails, before the process exits. Default: logs it. */
  onFailed?: (error: unknown) => void
  /** Time limit of a graceful shutdown, in milliseconds. */
  stopWithinMs?: number
  /** Monotonic clock in milliseconds, from any starting point. */
  elapsedMs?: () => number
}

/**
 * On Ctrl-C, the terminal signals the process group and npm signals its child again; make does the same on SIGTERM.
 * Repetitions within this time count as one signal.
 */
const sameSignalMs = 500

/**
 * Starts, runs until SIGTERM or SIGINT, stops and exits: code 0 after a graceful shutdown; code 1 if the start or the
 * shutdown fails, the shutdown takes too long, or a second signal arrives that is not a repetition of the first.
 */
export async function runUntilSignal(options: RunOptions): Promise<void> {
  const { lifecycle, process, log, onStarted, onFailed, stopWithinMs = 10_000 } = options
  const { elapsedMs = () => performance.now() } = options
  const exit = createExit(process)
  let stoppingSinceMs: number | undefined
  const onSignal = (signal: Signal) => () => {
    if (stoppingSinceMs !== undefined) {
      if (elapsedMs() - stoppingSinceMs < sameSignalMs) return
      log.warn({ signal }, 'second signal: exiting immediately')
      exit(1)
      return
    }
    stoppingSinceMs = elapsedMs()
    log.info({ signal }, 'stopping')
    void stopWithin(lifecycle, log, stopWithinMs).then(exit)
  }
  process.on('SIGTERM', onSignal('SIGTERM'))
  process.on('SIGINT', onSignal('SIGINT'))
  try {
    await lifecycle.start()
  } catch (error) {
    if (onFailed) onFailed(error)
    else log.error({ err: error }, 'could not start')
    exit(1)
    return
  }
  if (stoppingSinceMs === undefined) onStarted?.()
}

/** Exits only once: later calls have lost the race. */
function createExit(process: ProcessHandle): (code: number) => void {
  let ended = false
  return (code) => {
    if (ended) return
    ended = true
    process.exit(code)
  }
}

/** @returns the exit code. */
async function stopWithin(lifecycle: Lifecycle, log: Log, withinMs: number): Promise<number> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => {
      log.error({ withinMs }, 'shutdown timed out')
      resolve(1)
    }, withinMs)
  })
  const stopped = lifecycle.stop().then(
    () => 0,
    (err: unknown) => {
      log.error({ err }, 'shutdown failed')
      return 1
    },
  )
  const code = await Promise.race([stopped, late])
  clearTimeout(timer)
  return code
}
