import type { Hypothesis } from '../scoring/hypothesis.js'
import { placeFeatures } from '../scoring/places.js'
import { reasonsOf } from './reasons.js'

/** Returns one or two sentences against a hypothesis: the evidence against it, then the evidence it lacks. */
export function whyNot(hypothesis: Hypothesis): string {
  const reasons = [...reasonsOf(hypothesis.parts, 'against'), ...missing(hypothesis)]
  return [...new Set(reasons)].slice(0, 2).join(' ') || 'Less evidence points to it than to the leading suspect.'
}

/** Returns the strongest reason for a hypothesis; empty if there is none. */
export function whySuspected({ parts }: Hypothesis): string {
  return reasonsOf(parts, 'for')[0] ?? ''
}

/** Returns the evidence that a culprit usually leaves and that this change did not. */
export function missing(hypothesis: Hypothesis): string[] {
  if (hypothesis.kind !== 'change') return []
  const { features, moment, parts } = hypothesis
  const moved = Math.max(moment.step, moment.slope, moment.newLog)
  const shared = parts.some(({ name, reason }) => name === 'words' && reason !== null)
  return [
    ...(moved < movedMin && (features.old ?? 0) === 0 && (features.clean ?? 0) === 0
      ? ['No metric or log changed when it took effect.']
      : []),
    ...(placeFeatures.some((name) => (features[name] ?? 0) > 0) ? [] : ['It does not run on an affected service.']),
    ...(shared ? [] : ['No error or log line mentions anything it changes.']),
  ]
}

/** Anything less is noise. */
const movedMin = 0.1
