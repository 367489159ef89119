import { ServiceError } from '@signalbox/contracts'

/** Lets only so many pieces of work run at once; others wait in line. */
export interface Gate {
  /** @throws ServiceError `overloaded` when the line is full. */
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
    // Whoever leaves hands its place over, so the count stays.
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
