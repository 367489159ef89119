import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerLog } from './consumer-log.js'

export interface RepeatOptions {
  /** May end early, rejecting with the signal's reason, when the signal aborts. */
  pass: (signal: AbortSignal) => Promise<void>
  /** Between passes, in milliseconds. */
  pauseMs: number
  log: Pick<ConsumerLog, 'error'>
  /** What is said of a pass that failed. */
  failure: string
}

/** Does passes until it is stopped; one that fails is done again later. @returns ends it, after the pass under way. */
export function repeatPass({ pass, pauseMs, log, failure }: RepeatOptions): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      await pass(signal).catch((err: unknown) => {
        if (!signal.aborted) log.error({ err }, failure)
      })
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}
