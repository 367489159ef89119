import type { Hypothesis } from '../scoring/hypothesis.js'
import { reasonsOf } from './suspects.js'

/** What speaks most against it, in one or two sentences. */
export function whyNot({ parts }: Hypothesis): string {
  const reasons = reasonsOf(parts, -1).slice(0, 2)
  return reasons.length > 0 ? reasons.join(' ') : 'Less of what was seen points to it.'
}
