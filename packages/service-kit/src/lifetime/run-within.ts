/** How long some work may take, and what else ends it. */
export interface TimeLimit {
  /** Milliseconds. */
  withinMs: number
  signal: AbortSignal
}

/**
 * Runs work that is told to end by its signal: when that of the limit is aborted, or with a `TimeoutError` when the time is over.
 * `AbortSignal.any` with `AbortSignal.timeout` is no way to do it: on Node 20 the timeout is collected as garbage and never comes.
 * @returns what the work does.
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
