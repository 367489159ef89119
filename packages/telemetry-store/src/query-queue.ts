import { StoreError } from './reader.js'

/** Runs tasks with bounded concurrency and a bounded queue. */
export interface QueryQueue {
  /** @throws StoreError `overloaded` immediately if the queue is full. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
}

export function createQueryQueue({ runningMax, waitingMax }: { runningMax: number; waitingMax: number }): QueryQueue {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = async () => {
    if (running < runningMax) {
      running += 1
      return
    }
    if (waiting.length >= waitingMax) {
      throw new StoreError('overloaded', `${waiting.length} queries are waiting for the analytics store`)
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  // Hands the slot directly to the next task, so that no other one can take it in between.
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return {
    run: async (task) => {
      await enter()
      try {
        return await task()
      } finally {
        leave()
      }
    },
  }
}
