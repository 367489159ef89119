/** Runs work one piece at a time, in call order. A failed piece does not hold up the rest. */
export type RunExclusive = <T>(work: () => Promise<T>) => Promise<T>

/** Like `RunExclusive`, but round-robin over the owners of the work. */
export type RunExclusiveFor = <T>(owner: string, work: () => Promise<T>) => Promise<T>

export function createExclusiveQueue(): RunExclusive {
  const runExclusive = createFairQueue()
  return (work) => runExclusive('', work)
}

export function createFairQueue(): RunExclusiveFor {
  /** Queues of all owners with pending work, in order of their turns. */
  const queues = new Map<string, (() => Promise<void>)[]>()
  let isBusy = false
  const serve = () => {
    const [next] = queues
    if (isBusy || next === undefined) return
    const [owner, queue] = next
    const work = queue.shift()
    queues.delete(owner)
    // The owner's next turn comes after everyone else's.
    if (queue.length > 0) queues.set(owner, queue)
    if (work === undefined) return
    isBusy = true
    void work().then(() => {
      isBusy = false
      serve()
    })
  }
  return (owner, work) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(owner) ?? []
      queue.push(() => work().then(resolve, reject))
      queues.set(owner, queue)
      serve()
    })
}
