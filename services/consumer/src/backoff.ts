import { setTimeout as sleep } from 'node:timers/promises'

export interface BackoffOptions {
  /** Maximum pause after the first failure, in milliseconds. Doubles with each further one. */
  baseMs: number
  /** Upper bound of the pause, in milliseconds. */
  maxMs: number
  /** Jitter: a number from 0 up to 1. Default: `Math.random`. */
  random?: () => number
}

/** Pauses between attempts: exponential with jitter, so that clients that failed together don't return together. */
export interface Backoff {
  /** Consecutive failures. */
  readonly failures: number
  /** Records a failure. */
  fail(): void
  /** Resets the failure count. */
  reset(): void
  /**
   * Waits according to the number of consecutive failures; not at all if there are none. Returns early if the signal is
   * aborted.
   */
  wait(signal: AbortSignal): Promise<void>
}

export function createBackoff({ baseMs, maxMs, random = Math.random }: BackoffOptions): Backoff {
  let failures = 0
  return {
    get failures() {
      return failures
    },
    fail: () => {
      failures += 1
    },
    reset: () => {
      failures = 0
    },
    wait: async (signal) => {
      if (failures === 0 || signal.aborted) {
        return
      }
      const longestMs = Math.min(maxMs, baseMs * 2 ** (failures - 1))
      // Between half and all of it: never immediately, or an outage would be hammered.
      await pauseUnlessAborted(longestMs * (0.5 + random() / 2), signal)
    },
  }
}

/** Returns early if the signal is aborted. */
export async function pauseUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
