import type { Reason, ScorePart } from '../scoring/hypothesis.js'

/** Score parts with less weight don't deserve a sentence. */
const weightMin = 0.25
const reasonsMax = 4

/** Returns the reasons on one side, strongest first. */
export function reasonsOf(parts: readonly ScorePart[], side: Reason['side']): string[] {
  const sign = side === 'for' ? 1 : -1
  return parts
    .flatMap(({ score, reason }) =>
      reason?.side === side && score * sign >= weightMin ? [{ weight: score * sign, text: reason.text }] : [],
    )
    .sort((a, b) => b.weight - a.weight)
    .slice(0, reasonsMax)
    .map(({ text }) => text)
}
