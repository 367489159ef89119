/** Time limit of some work, and a signal that also ends it. */
export interface TimeLimit {
  /** Milliseconds. */
  withinMs: number
  signal: AbortSignal
}

/**
 * Runs work with a signal that is aborted together with the limit's, or with a `TimeoutError` after the time limit.
 * Combining `AbortSignal.any` with `AbortSignal.timeout` does not work on Node 20: the timeout is garbage-collected and
 * never fires.
 * @returns the result of the work.
 */
export async function runWithin<T>(
  { withinMs, signal }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const overdue = new AbortController()
  const timer = setTimeout(() => {
    overdue.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  }, withinMs)
  try {
    return await work(AbortSignal.any([signal, overdue.signal]))
  } finally {
    clearTimeout(timer)
  }
}
