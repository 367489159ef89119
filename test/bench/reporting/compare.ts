import { formatNumber } from './format-number.js'
import { isMoreBetter, type Spread, type Summary } from './summary.js'

/** The part of a measurement stored for comparison: its unit and the spread of its ratio. */
export interface RecordedRatio {
  name: string
  unit: string
  ratio: Spread
}

/** Ratios differ at least this much between runs and machines, whatever their measured spread. */
const noiseMin = 1 / 3

/** The ratios of a run for the record. Values without a baseline say nothing about another machine. */
export function toRecord(summaries: readonly Summary[]): RecordedRatio[] {
  return summaries.flatMap(({ name, unit, ratio }) => (ratio === undefined ? [] : [{ name, unit, ratio }]))
}

/**
 * Describes results that are worse than the record by more than noise, and recorded measurements that no longer exist;
 * empty if there are none. Noise is the spread of both, and at least a third of the recorded median. The best round of
 * a run counts: other work on the machine only makes rounds worse.
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
