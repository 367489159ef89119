import { limits, ServiceError } from '@signalbox/contracts'

export interface BatchedLookupOptions<T> {
  /** Looks up several names at once; results are in the same order. */
  findAll: (names: readonly string[]) => Promise<readonly T[]>
  /** Maximum names per request. */
  namesMax?: number
  /** Maximum number of waiting names. Beyond it: `unavailable`. */
  waitingMax?: number
}

interface Waiting<T> {
  name: string
  resolve: (found: T) => void
  reject: (error: unknown) => void
}

/**
 * Batches individual lookups: one request is in flight at a time, and lookups that arrive in the meantime go into the
 * next one. A flood of made-up names thus becomes a trickle of requests. If a request fails, all waiting lookups fail
 * too, because the service that failed one would most likely fail the others.
 */
export function createBatchedLookup<T>(options: BatchedLookupOptions<T>): (name: string) => Promise<T> {
  const { findAll, namesMax = limits.internal.lookupsMax, waitingMax = limits.internal.lookupsWaitingMax } = options
  let waiting: Waiting<T>[] = []
  let isLookingUp = false

  const lookUpNext = async (): Promise<void> => {
    isLookingUp = true
    // Lookups of the same tick go into one request.
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
    isLookingUp = false
  }

  return (name) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= waitingMax) {
        reject(new ServiceError('unavailable', { retryAfterSeconds: 1, detail: 'Too many key lookups are pending' }))
        return
      }
      waiting.push({ name, resolve, reject })
      if (!isLookingUp) void lookUpNext()
    })
}
