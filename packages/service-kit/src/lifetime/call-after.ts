/** Pauses of about this length or more end at a multiple of it. Milliseconds. */
const tickMs = 500
/** How much shorter a pause may be: what computing its end takes. Milliseconds. */
const slackMs = 20

/** Callbacks by the tick that they wait for: its time in milliseconds of `performance.now`, divided by `tickMs`. */
const waiting = new Map<number, Set<() => void>>()
let timer: NodeJS.Timeout | undefined
let nextTick = Number.POSITIVE_INFINITY

/**
 * Calls back after a pause in milliseconds. A pause of half a second or more ends up to half a second early, together with all
 * others of the process: one wake-up serves them all.
 * @returns a function that cancels the call.
 */
export function callAfter(pauseMs: number, callback: () => void): () => void {
  if (pauseMs < tickMs - slackMs) {
    const exact = setTimeout(callback, pauseMs)
    return () => {
      clearTimeout(exact)
    }
  }
  const tick = Math.floor((performance.now() + pauseMs + slackMs) / tickMs)
  const callbacks = waiting.get(tick) ?? new Set()
  waiting.set(tick, callbacks.add(callback))
  if (tick < nextTick) arm(tick)
  return () => {
    callbacks.delete(callback)
    if (callbacks.size === 0 && waiting.get(tick) === callbacks) waiting.delete(tick)
    // A timer that nobody waits for must not keep the process alive.
    if (waiting.size === 0) arm(Number.POSITIVE_INFINITY)
  }
}

function arm(tick: number): void {
  clearTimeout(timer)
  nextTick = tick
  if (tick !== Number.POSITIVE_INFINITY) timer = setTimeout(endPauses, tick * tickMs - performance.now())
}

function endPauses(): void {
  // A timer may fire a little early.
  const current = Math.floor((performance.now() + slackMs) / tickMs)
  const due = [...waiting].filter(([tick]) => tick <= current)
  for (const [tick] of due) waiting.delete(tick)
  arm(Math.min(...waiting.keys()))
  for (const [, callbacks] of due) for (const callback of callbacks) callback()
}
