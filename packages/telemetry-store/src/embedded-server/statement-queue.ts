import { exceptions } from './server-exception.js'

export interface StatementQueueOptions {
  /** Maximum number of concurrent reads. */
  readsMax: number
  /** Maximum number of waiting statements, reads and changes together. */
  waitingMax: number
}

/**
 * Orders statements. Changes run one at a time. A read waits for exactly the changes that arrived before it. A read
 * that runningReads for the rows of an abandoned insert is therefore conclusive: it finds them, or they will never appear.
 */
export interface StatementQueue {
  /** @throws ServerException 202 immediately if too many statements are waiting. */
  change<Result>(task: () => Promise<Result>): Promise<Result>
  /** @throws ServerException 202 immediately if too many statements are waiting. */
  read<Result>(task: () => Promise<Result>): Promise<Result>
  /** Resolves when every statement so far has ended. */
  idle(): Promise<void>
}

export function createStatementQueue({ readsMax, waitingMax }: StatementQueueOptions): StatementQueue {
  const unfinished = new Set<Promise<unknown>>()
  const waitingReads: (() => void)[] = []
  let lastChange: Promise<unknown> = Promise.resolve()
  let runningReads = 0
  let waiting = 0

  const wait = async (turn: () => Promise<unknown>) => {
    if (waiting >= waitingMax) throw exceptions.tooManyQueries(waiting)
    waiting += 1
    await turn()
    waiting -= 1
  }
  const tracked = <Result>(running: Promise<Result>): Promise<Result> => {
    const ended = running.then(ignore, ignore)
    unfinished.add(ended)
    void ended.then(() => unfinished.delete(ended))
    return running
  }
  const takeReadSlot = async () => {
    if (runningReads < readsMax) runningReads += 1
    else await new Promise<void>((resolve) => waitingReads.push(resolve))
  }
  // Hands the slot directly to the next waiting read, so that no other one can take it in between.
  const releaseReadSlot = () => {
    const next = waitingReads.shift()
    if (next) next()
    else runningReads -= 1
  }
  const read = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    const changesBefore = lastChange
    await wait(() => changesBefore.then(takeReadSlot))
    return task().finally(releaseReadSlot)
  }
  return {
    change: (task) => {
      const changesBefore = lastChange
      const running = wait(() => changesBefore).then(task)
      // A refused statement must not change the order of the others.
      lastChange = Promise.all([changesBefore, running.then(ignore, ignore)]).then(ignore)
      return tracked(running)
    },
    read: (task) => tracked(read(task)),
    idle: async () => {
      while (unfinished.size > 0) await Promise.all(unfinished)
    },
  }
}

const ignore = () => undefined
