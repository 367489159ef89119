import { setTimeout as sleep } from 'node:timers/promises'

export interface BackoffOptions {
  /** Longest pause after the first failure, in milliseconds. Doubles with each further one. */
  baseMs: number
  /** Upper bound of the pause, in milliseconds. */
  maxMs: number
  /** Jitter: a number from 0 up to 1. Default: `Math.random`. */
  random?: () => number
}

/** Pauses between attempts: exponential with jitter, so that many that failed together do not come back together. */
export interface Backoff {
  /** Failures in a row. */
  readonly failures: number
  /** Counts one failure. */
  fail(): void
  /** Forgets the failures. */
  reset(): void
  /** Waits as the failures in a row demand: not at all when there are none. Returns early when the signal is aborted. */
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
      // Between half and all of it: never at once, or an outage would be hammered.
      await pause(longestMs * (0.5 + random() / 2), signal)
    },
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
