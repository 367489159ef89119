import { percentile, type Measurement } from '../report.js'

/** Results of several rounds of one measurement. */
export interface Spread {
  median: number
  min: number
  max: number
}

/** A measurement over all rounds. */
export interface Summary {
  name: string
  unit: string
  aim: string | undefined
  value: Spread
  /** Undefined if there is no baseline. */
  baseline: Spread | undefined
  /** Value divided by baseline, per round. */
  ratio: Spread | undefined
}

/** Combines rounds by name, in the order of the first round. */
export function summarize(rounds: readonly (readonly Measurement[])[]): Summary[] {
  const byName = new Map<string, [Measurement, ...Measurement[]]>()
  for (const measurement of rounds.flat()) {
    const known = byName.get(measurement.name)
    if (known) known.push(measurement)
    else byName.set(measurement.name, [measurement])
  }
  return Array.from(byName, ([name, all]) => {
    const [{ unit, aim }] = all
    return {
      name,
      unit,
      aim,
      value: spreadOf(all.map(({ value }) => value)),
      baseline: spreadWhereThere(all.map(({ baseline }) => baseline)),
      ratio: spreadWhereThere(all.map(({ value, baseline }) => baseline && value / baseline)),
    }
  })
}

function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 50), min: Math.min(...values), max: Math.max(...values) }
}

function spreadWhereThere(values: readonly (number | undefined)[]): Spread | undefined {
  const present = values.filter((value) => value !== undefined)
  return present.length === 0 ? undefined : spreadOf(present)
}

/** True if more is better: for rates, but not for times and sizes. */
export function isMoreBetter({ unit }: Pick<Summary, 'unit'>): boolean {
  return unit.endsWith('/s')
}
