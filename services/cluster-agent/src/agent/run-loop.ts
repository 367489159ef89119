import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@signalbox/service-kit'

/** Work that is repeated until it is stopped. */
export interface Loop {
  start(): void
  /** Resolves when the work that is under way is done, or takes longer than anybody waits. */
  stop(): Promise<void>
}

const stopWithinMs = 5_000

/**
 * Repeats work at a steady pace: the next time is an interval after the last one began, and when work takes longer than
 * that, at once. Work that fails is told and tried again at the next time.
 */
export function createLoop(options: { name: string; intervalMs: number; work: () => Promise<void>; log: Log }): Loop {
  const { name, intervalMs, work, log } = options
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()
  let isStopped = false
  const runAndPlan = async () => {
    const startedAt = performance.now()
    await work().catch((err: unknown) => {
      log.error({ err, loop: name }, 'this time it failed')
    })
    plan(Math.max(0, intervalMs - (performance.now() - startedAt)))
  }
  const plan = (waitMs: number) => {
    if (isStopped) return
    timer = setTimeout(() => {
      underWay = runAndPlan()
    }, waitMs)
  }
  return {
    start: () => {
      plan(0)
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await Promise.race([underWay, delay(stopWithinMs, undefined, { ref: false })])
    },
  }
}
