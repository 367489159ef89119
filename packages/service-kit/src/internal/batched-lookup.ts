import { limits, ServiceError } from '@signalbox/contracts'

export interface BatchedLookupOptions<T> {
  /** Looks several up at once; answers in the same order. */
  findAll: (names: readonly string[]) => Promise<readonly T[]>
  /** Names in one request. */
  namesMax?: number
  /** Names that wait for a request. Beyond: `unavailable`. */
  waitingMax?: number
}

interface Waiting<T> {
  name: string
  resolve: (found: T) => void
  reject: (error: unknown) => void
}

/**
 * Looks names up one by one for those who ask, and together for who answers: one request is under way at a time, and
 * what is asked meanwhile goes into the next. A flood of made-up names so becomes a trickle of requests. When a request
 * fails, so do all that wait: whoever could not answer one need not be asked for the others.
 */
export function createBatchedLookup<T>(options: BatchedLookupOptions<T>): (name: string) => Promise<T> {
  const { findAll, namesMax = limits.internal.lookupsMax, waitingMax = limits.internal.lookupsWaitingMax } = options
  let waiting: Waiting<T>[] = []
  let isAsking = false

  const askNext = async (): Promise<void> => {
    isAsking = true
    // What is asked in the same turn goes into the same request.
    await Promise.resolve()
    while (waiting.length > 0) {
      const asked = waiting.splice(0, namesMax)
      try {
        const found = await findAll(asked.map(({ name }) => name))
        asked.forEach(({ resolve }, index) => {
          resolve(found[index] as T)
        })
      } catch (error) {
        for (const { reject } of [...asked, ...waiting]) reject(error)
        waiting = []
      }
    }
    isAsking = false
  }

  return (name) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= waitingMax) {
        reject(new ServiceError('unavailable', { retryAfterSeconds: 1, detail: 'Too many key lookups are pending' }))
        return
      }
      waiting.push({ name, resolve, reject })
      if (!isAsking) void askNext()
    })
}
