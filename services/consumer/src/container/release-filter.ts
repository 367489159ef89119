import type { OutcomeReason } from '@signalbox/contracts'
import type { EnvelopeItemContext } from '../pipeline/kind-pipeline.js'

/**
 * Applies the project's filters to non-events, by the envelope's sender and by release. Each release is evaluated once,
 * because a container holds thousands of entries of one.
 * @returns A function from a release to why its items are dropped; undefined if they aren't.
 */
export function createReleaseFilter({ meta, rules }: EnvelopeItemContext) {
  const sender = { clientIp: meta.clientIp, userAgent: meta.userAgent }
  const judged = new Map<string, OutcomeReason | undefined>()
  return (release: string): OutcomeReason | undefined => {
    if (judged.has(release)) return judged.get(release)
    const reason = rules.filter.findItemReason({ release, pageUrl: '' }, sender)
    judged.set(release, reason)
    return reason
  }
}
