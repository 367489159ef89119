import { exceptions } from './server-exception.js'

export interface StatementQueueOptions {
  /** Statements that look, at once. */
  looksMax: number
  /** Statements that wait, of both sorts. */
  waitingMax: number
}

/**
 * The order of statements. Changes run one after another. A look waits for the changes that came before it, and only
 * for those: who looks for the rows of an insert that its sender has given up finds them, or none will ever come.
 */
export interface StatementQueue {
  /** @throws ServerException 202 at once when too many wait. */
  change<Result>(task: () => Promise<Result>): Promise<Result>
  /** @throws ServerException 202 at once when too many wait. */
  look<Result>(task: () => Promise<Result>): Promise<Result>
  /** Resolves when everything that was asked for so far has ended. */
  idle(): Promise<void>
}

export function createStatementQueue({ looksMax, waitingMax }: StatementQueueOptions): StatementQueue {
  const unfinished = new Set<Promise<unknown>>()
  const waitingLooks: (() => void)[] = []
  let lastChange: Promise<unknown> = Promise.resolve()
  let looks = 0
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
  const takeLookPlace = async () => {
    if (looks < looksMax) looks += 1
    else await new Promise<void>((resolve) => waitingLooks.push(resolve))
  }
  // The place is handed on, so that nobody can slip in between.
  const leaveLookPlace = () => {
    const next = waitingLooks.shift()
    if (next) next()
    else looks -= 1
  }
  const look = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    const changesBefore = lastChange
    await wait(() => changesBefore.then(takeLookPlace))
    return task().finally(leaveLookPlace)
  }
  return {
    change: (task) => {
      const changesBefore = lastChange
      const running = wait(() => changesBefore).then(task)
      // Who was turned away leaves the order of the others as it was.
      lastChange = Promise.all([changesBefore, running.then(ignore, ignore)]).then(ignore)
      return tracked(running)
    },
    look: (task) => tracked(look(task)),
    idle: async () => {
      while (unfinished.size > 0) await Promise.all(unfinished)
    },
  }
}

const ignore = () => undefined
