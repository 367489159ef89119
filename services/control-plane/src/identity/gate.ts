import { ServiceError } from '@signalbox/contracts'

/** Limits concurrency; further work waits in a bounded queue. */
export interface Gate {
  /** @throws ServiceError `overloaded` if the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createGate({ runningMax, waitingMax }: { runningMax: number; waitingMax: number }): Gate {
  const waiting: (() => void)[] = []
  let running = 0

  const enter = async (): Promise<void> => {
    if (running < runningMax) {
      running += 1
      return
    }
    if (waiting.length >= waitingMax) throw new ServiceError('overloaded', { retryAfterSeconds: 2 })
    // `leave` hands its slot to the next waiter, so `running` stays the same.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return {
    run: async (work) => {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
