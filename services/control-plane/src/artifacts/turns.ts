/** Does one piece of work after the other, in the order of the calls. One that fails holds nothing up. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

/** As `TakeTurn`, but those whom work is for take turns: who has more of it lets others in between. */
export type TakeFairTurn = <T>(owner: string, work: () => Promise<T>) => Promise<T>

export function createTurns(): TakeTurn {
  const takeTurn = createFairTurns()
  return (work) => takeTurn('', work)
}

export function createFairTurns(): TakeFairTurn {
  /** Of each owner with work that waits, in the order of their turns. */
  const lines = new Map<string, (() => Promise<void>)[]>()
  let isBusy = false
  const serve = () => {
    const [next] = lines
    if (isBusy || next === undefined) return
    const [owner, line] = next
    const work = line.shift()
    lines.delete(owner)
    // The next turn of the owner comes after everybody else's.
    if (line.length > 0) lines.set(owner, line)
    if (work === undefined) return
    isBusy = true
    void work().then(() => {
      isBusy = false
      serve()
    })
  }
  return (owner, work) =>
    new Promise((resolve, reject) => {
      const line = lines.get(owner) ?? []
      line.push(() => work().then(resolve, reject))
      lines.set(owner, line)
      serve()
    })
}
