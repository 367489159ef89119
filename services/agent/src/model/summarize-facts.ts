import type { FactPack } from '../facts/fact-pack.js'
import { fitAnswers } from '../tools/fit-answers.js'

/** Bytes of each part of the facts. */
const partBytesMax = 5_000
const pointsMax = 12

/** The facts as a model is given them: each part within its own budget, so that none crowds out the others. */
export function summarizeFacts(facts: FactPack): string {
  const parts: Record<string, unknown> = { ...facts, series: facts.series.map(thin) }
  return Object.entries(parts)
    .map(([about, shown]) => fitAnswers([{ evidenceId: '', about, shown }], partBytesMax))
    .join('\n')
}

/** Points spread over the series, the last among them. */
function thin(series: FactPack['series'][number]): object {
  const { points } = series
  const step = Math.max(1, Math.ceil(points.length / pointsMax))
  return { ...series, points: points.filter((_, index) => (points.length - 1 - index) % step === 0) }
}
