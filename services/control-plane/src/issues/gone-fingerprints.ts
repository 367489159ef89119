import type { Sighting } from '@signalbox/service-kit'
import { readNewestSettings } from '../projects/settings/project-settings.js'
import type { IssueStores } from './store/issue-stores.js'

type Store = Pick<IssueStores, 'issueDeletions' | 'discardedFingerprints' | 'projectSettings'>

/**
 * True if a fingerprint without an issue must not get one: it was deleted after all of these events were received, or
 * it is discarded and these events were already in flight.
 */
export function isGone(store: Store, { projectId, fingerprint, releases }: Sighting): boolean {
  const deletedAt = store.issueDeletions.findDeletedAt(projectId, fingerprint)
  if (deletedAt === undefined) return false
  if (!releases.some(({ lastReceivedAt }) => lastReceivedAt > deletedAt)) return true
  // Discarding implies deletion, so the settings of other projects need not be read.
  if (store.discardedFingerprints.find(projectId, fingerprint) === undefined) return false
  return readNewestSettings(store, projectId).settings.discarded_fingerprints.includes(fingerprint)
}
