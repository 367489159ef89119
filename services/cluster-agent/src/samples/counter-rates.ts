/** Turns counters into rates, from one look to the next. */
export interface CounterRates {
  /**
   * @param key Names the counter.
   * @param total Its value in any unit, undefined when it could not be read.
   * @param at Unix milliseconds of the value.
   * @returns Units a second since the last look; undefined at the first one, after a restart of the counter and when no
   * time has passed.
   */
  rateOf(key: string, total: number | undefined, at: number): number | undefined
  /** Forgets counters that were not looked at since the last call. */
  forgetUnseen(): void
}

interface Look {
  total: number
  at: number
  isSeen: boolean
}

export function createCounterRates(): CounterRates {
  const looks = new Map<string, Look>()
  return {
    rateOf: (key, total, at) => {
      if (total === undefined) return undefined
      const last = looks.get(key)
      if (last?.at === at) {
        last.isSeen = true
        return undefined
      }
      looks.set(key, { total, at, isSeen: true })
      if (!last || at < last.at || total < last.total) return undefined
      return (total - last.total) / ((at - last.at) / 1_000)
    },
    forgetUnseen: () => {
      for (const [key, look] of looks) {
        if (look.isSeen) look.isSeen = false
        else looks.delete(key)
      }
    },
  }
}
