import { formatNumber } from './format-number.js'
import { isMoreBetter, type Spread, type Summary } from './summary.js'

/** What is kept of a measurement to compare later ones with: its unit and the spread of its ratio. */
export interface RecordedRatio {
  name: string
  unit: string
  ratio: Spread
}

/** Ratios of one machine differ so much from run to run, and from machine to machine, whatever their spread was. */
const noiseMin = 1 / 3

/** The ratios of a run, to be kept. Those of what had no baseline say nothing about another machine. */
export function toRecord(summaries: readonly Summary[]): RecordedRatio[] {
  return summaries.flatMap(({ name, unit, ratio }) => (ratio === undefined ? [] : [{ name, unit, ratio }]))
}

/**
 * Sentences about what became worse than the record by more than noise, and about what was recorded and is not measured any
 * more; an empty list when all is well. Noise is the spread of both, and at least a third of the recorded median. Within a
 * run the best round counts: what else a machine does only ever makes a round worse.
 */
export function findRegressions(record: readonly RecordedRatio[], summaries: readonly Summary[]): string[] {
  return record.flatMap((recorded) => {
    const measured = summaries.find(({ name }) => name === recorded.name)?.ratio
    if (measured === undefined) return [`${recorded.name}: recorded, but not measured`]
    return isWorse(recorded, measured) ? [describe(recorded, measured)] : []
  })
}

function isWorse({ unit, ratio }: RecordedRatio, measured: Spread): boolean {
  return isMoreBetter({ unit })
    ? measured.max < Math.min(ratio.min, ratio.median * (1 - noiseMin))
    : measured.min > Math.max(ratio.max, ratio.median * (1 + noiseMin))
}

function describe({ name, ratio }: RecordedRatio, measured: Spread): string {
  const range = ({ min, max }: Spread) => `${formatNumber(min)} … ${formatNumber(max)}`
  return `${name}: a ratio of ${formatNumber(measured.median)} (${range(measured)}), recorded was ${formatNumber(ratio.median)} (${range(ratio)})`
}
