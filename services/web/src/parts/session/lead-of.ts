import type { SessionReport } from '@signalbox/contracts'
import { sentencesOf } from './split-summary.js'

type LeadSource = Pick<SessionReport, 'summary' | 'cause' | 'suspects'>

/**
 * Returns a report's sentence that names the cause, and the next one; without a cause, the beginning of its summary.
 */
export function leadOf({ summary, cause, suspects = [] }: LeadSource): string {
  const sentences = sentencesOf(summary)
  const names = cause === null ? [] : [cause.commit_sha?.slice(0, 8), suspects[0]?.title]
  const at = sentences.findIndex((sentence) => names.some((name) => name !== undefined && sentence.includes(name)))
  return sentences.slice(Math.max(0, at), Math.max(0, at) + 2).join(' ')
}
