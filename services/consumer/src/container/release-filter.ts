import type { OutcomeReason } from '@signalbox/contracts'
import type { EnvelopeItemContext } from '../pipeline/kind-pipeline.js'

/**
 * Applies the filters of the project to what is not an event: by the sender of the envelope and by release. Each release
 * is judged once, because a container holds thousands of entries of one.
 * @returns a function from a release to why its items are dropped, undefined when they are kept.
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
