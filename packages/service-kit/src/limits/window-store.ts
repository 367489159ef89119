import type { ClientRateLimitInfo, Store } from 'express-rate-limit'
import type { Clock } from '../clock.js'

interface Window {
  hits: number
  /** Unix milliseconds. */
  endsAt: number
}

/**
 * Counts requests in memory. A key's window starts with its first request and has a fixed length, so that the wall
 * clock never splits a burst. Expired windows are removed once per window length, which bounds the memory to the keys
 * of two windows.
 */
export function createWindowStore(windowMs: number, clock: Clock): Store {
  const windows = new Map<string, Window>()
  let sweepAt = 0

  const sweep = (now: number): void => {
    if (now < sweepAt) return
    sweepAt = now + windowMs
    for (const [key, { endsAt }] of windows) {
      if (endsAt <= now) windows.delete(key)
    }
  }
  const read = (key: string, now: number): Window | undefined => {
    const window = windows.get(key)
    return window && window.endsAt > now ? window : undefined
  }

  return {
    localKeys: true,
    get: (key) => describe(read(key, clock())),
    increment: (key) => {
      const now = clock()
      sweep(now)
      const window = read(key, now) ?? { hits: 0, endsAt: now + windowMs }
      window.hits += 1
      windows.set(key, window)
      return { totalHits: window.hits, resetTime: new Date(window.endsAt) }
    },
    decrement: (key) => {
      const window = read(key, clock())
      if (window && window.hits > 0) window.hits -= 1
    },
    resetKey: (key) => {
      windows.delete(key)
    },
    resetAll: () => {
      windows.clear()
    },
  }
}

function describe(window: Window | undefined): ClientRateLimitInfo | undefined {
  return window && { totalHits: window.hits, resetTime: new Date(window.endsAt) }
}
