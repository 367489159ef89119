/** Does one piece of work after the other, in the order of the calls. One that fails holds nothing up. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
