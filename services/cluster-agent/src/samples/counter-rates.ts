/** Converts counters into rates between collections. */
export interface CounterRates {
  /**
   * @param key name of the counter.
   * @param total value in any unit; undefined if it could not be read.
   * @param at time of the value in Unix milliseconds.
   * @returns units per second since the last call; undefined for the first one, after a counter reset, and if no time
   * has passed.
   */
  rateOf(key: string, total: number | undefined, at: number): number | undefined
  /** Forgets counters that were not read since the last call. */
  forgetUnseen(): void
}

interface Reading {
  total: number
  at: number
  isSeen: boolean
}

export function createCounterRates(): CounterRates {
  const readings = new Map<string, Reading>()
  return {
    rateOf: (key, total, at) => {
      if (total === undefined) return undefined
      const last = readings.get(key)
      if (last?.at === at) {
        last.isSeen = true
        return undefined
      }
      readings.set(key, { total, at, isSeen: true })
      if (!last || at < last.at || total < last.total) return undefined
      return (total - last.total) / ((at - last.at) / 1_000)
    },
    forgetUnseen: () => {
      for (const [key, reading] of readings) {
        if (reading.isSeen) reading.isSeen = false
        else readings.delete(key)
      }
    },
  }
}
