import type { Clock } from '@signalbox/service-kit'
import { endOfWindow, type QuotaCounters, type QuotaDraw, type QuotaWindow } from './quota-counters.js'

interface Counter {
  used: number
  /** Unix milliseconds. */
  endsAt: number
}

/** Maximum number of live counters. Beyond it, the oldest is evicted and its quota starts over. */
const countersMax = 100_000
const sweepEveryMs = 60_000

/** Counters of a single process. They start at zero. */
export function createMemoryQuotaCounters({ clock }: { clock: Clock }): QuotaCounters {
  const counters = new Map<string, Counter>()
  let sweepAt = 0

  const sweep = (now: number): void => {
    if (now < sweepAt) return
    sweepAt = now + sweepEveryMs
    for (const [key, { endsAt }] of counters) if (endsAt <= now) counters.delete(key)
  }
  const usedOf = ({ key }: QuotaDraw, now: number): number => {
    const counter = counters.get(key)
    return counter === undefined || counter.endsAt <= now ? 0 : counter.used
  }
  const add = (draw: QuotaDraw, now: number): void => {
    const used = usedOf(draw, now) + draw.amount
    const [oldest] = counters.size >= countersMax && !counters.has(draw.key) ? counters.keys() : []
    if (oldest !== undefined) counters.delete(oldest)
    counters.set(draw.key, { used, endsAt: endOfWindow(draw.windowMs, now) })
  }
  const takeOne = (draws: readonly QuotaDraw[], now: number): QuotaWindow[] => {
    const windows = draws.map((draw) => {
      const used = usedOf(draw, now)
      return { isOver: used >= draw.limit || used + draw.amount > draw.limit, endsAt: endOfWindow(draw.windowMs, now) }
    })
    if (!windows.some(({ isOver }) => isOver)) for (const draw of draws) if (draw.amount > 0) add(draw, now)
    return windows
  }
  return {
    take: (items) => {
      const now = clock()
      sweep(now)
      return Promise.resolve(items.map((draws) => takeOne(draws, now)))
    },
  }
}
