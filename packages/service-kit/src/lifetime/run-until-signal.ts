import type { Log } from '../logging/log.js'
import type { Lifecycle } from './lifecycle.js'

type Signal = 'SIGTERM' | 'SIGINT'

/** What is needed of `process`, which only `main.ts` may touch. */
export interface ProcessHandle {
  on(signal: Signal, listener: () => void): unknown
  exit(code: number): unknown
}

export interface RunOptions {
  lifecycle: Lifecycle
  process: ProcessHandle
  log: Log
  /** Called when everything runs. */
  onStarted?: () => void
  /** Told why the start failed, before the process ends. Default: the log. */
  onFailed?: (error: unknown) => void
  /** Milliseconds for an orderly stop. */
  stopWithinMs?: number
  /** Milliseconds that go on, from any moment. */
  elapsedMs?: () => number
}

/** At Ctrl-C a terminal signals everybody, and npm what it started once more; so does make at SIGTERM. */
const sameSignalMs = 500

/**
 * Starts, runs until SIGTERM or SIGINT, stops and ends the process: code 0 after an orderly stop; 1 when the start or
 * the stop fails, when the stop takes too long, or at a second signal, which does not follow the first at once.
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

/** Ends once: what comes later has lost the race. */
function createExit(process: ProcessHandle): (code: number) => void {
  let ended = false
  return (code) => {
    if (ended) return
    ended = true
    process.exit(code)
  }
}

/** @returns The exit code. */
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
