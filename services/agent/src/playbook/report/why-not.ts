import type { Hypothesis } from '../scoring/hypothesis.js'
import { placeFeatures } from '../scoring/places.js'
import { reasonsOf } from './suspects.js'

/** What speaks most against it, in one or two sentences; where nothing does, what should speak for it and is missing. */
export function whyNot(hypothesis: Hypothesis): string {
  const reasons = reasonsOf(hypothesis.parts, -1)
  return (
    [...new Set([...reasons, ...missing(hypothesis)])].slice(0, 2).join(' ') || 'Less of what was seen points to it.'
  )
}

/** What speaks most for it, in one or two sentences; empty when nothing does. */
export function whySuspected({ parts }: Hypothesis): string {
  return reasonsOf(parts, 1).slice(0, 2).join(' ')
}

function missing(hypothesis: Hypothesis): string[] {
  if (hypothesis.kind !== 'change') return []
  const { features, moment, parts } = hypothesis
  const moved = Math.max(moment.step, moment.slope, moment.newLog)
  const shared = parts.find(({ name }) => name === 'words')?.reason ?? ''
  return [
    ...(moved < movedMin && (features.old ?? 0) === 0 && (features.clean ?? 0) === 0
      ? ['Nothing moved when it took effect.']
      : []),
    ...(placeFeatures.some((name) => (features[name] ?? 0) > 0) ? [] : ['It runs on nothing that suffers.']),
    ...(shared === '' ? ['No error or log line mentions anything that it changes.'] : []),
  ]
}

/** Less is noise. */
const movedMin = 0.1
