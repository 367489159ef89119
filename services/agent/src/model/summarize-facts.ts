import type { FactPack } from '../facts/fact-pack.js'
import { fitAnswers } from '../tools/fit-answers.js'

/** Maximum bytes of each part of the facts. */
const partBytesMax = 5_000
const pointsMax = 12

/** Formats the facts for a model: each part within its own budget, so that none crowds out the others. */
export function summarizeFacts(facts: FactPack): string {
  const parts: Record<string, unknown> = { ...facts, series: facts.series.map(thin) }
  return Object.entries(parts)
    .map(([about, shown]) => fitAnswers([{ evidenceId: '', about, shown }], partBytesMax))
    .join('\n')
}

/** Thins points evenly over the series and includes the last one. */
function thin(series: FactPack['series'][number]): object {
  const { points } = series
  const step = Math.max(1, Math.ceil(points.length / pointsMax))
  return { ...series, points: points.filter((_, index) => (points.length - 1 - index) % step === 0) }
}
