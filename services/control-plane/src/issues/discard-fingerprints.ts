import { type DiscardedFingerprint, ServiceError, toTimestamp } from '@signalbox/contracts'
import type { IssueStores } from './store/issue-stores.js'
import { changeSettings, readNewestSettings } from '../projects/settings/project-settings.js'
import { enforceCapacity } from '../lists/enforce-capacity.js'

/** Who discards or restores fingerprints, and when. */
interface SettingsActor {
  projectId: string
  /** Id of the API key or member. */
  keyId: string
  /** Unix milliseconds. */
  now: number
}

export interface Discard extends SettingsActor {
  /** Fingerprints with the titles of their issues. */
  titled: readonly { fingerprint: string; title: string }[]
}

/**
 * Drops later events of the fingerprints by adding them to a new version of the project's settings.
 * @throws ServiceError `conflict` if the project would discard too many.
 */
export function discardFingerprints(store: IssueStores, { projectId, titled, keyId, now }: Discard): void {
  const known = readNewestSettings(store, projectId).settings.discarded_fingerprints
  const all = [...new Set([...known, ...titled.map(({ fingerprint }) => fingerprint)])]
  enforceCapacity('discardedFingerprints', known.length, all.length - known.length)
  changeSettings(store, { projectId, change: { discarded_fingerprints: all }, keyId, now })
  for (const { fingerprint, title } of titled) {
    store.discardedFingerprints.put({ project_id: projectId, fingerprint, title, discarded_at: now })
  }
}

/** In the order in which they were discarded. */
export function listDiscarded(
  store: Pick<IssueStores, 'projectSettings' | 'discardedFingerprints'>,
  projectId: string,
): DiscardedFingerprint[] {
  const { settings } = readNewestSettings(store, projectId)
  return settings.discarded_fingerprints.map((fingerprint) => describe(store, projectId, fingerprint))
}

/**
 * Accepts events of a discarded fingerprint again.
 * @returns the entry that was removed.
 * @throws ServiceError `not-found` if it is not discarded.
 */
export function restoreFingerprint(
  store: IssueStores,
  fingerprint: string,
  { projectId, keyId, now }: SettingsActor,
): DiscardedFingerprint {
  return store.transact(() => {
    const known = readNewestSettings(store, projectId).settings.discarded_fingerprints
    if (!known.includes(fingerprint)) {
      throw new ServiceError('not-found', { detail: `The fingerprint ${fingerprint} is not discarded in this project` })
    }
    const restored = describe(store, projectId, fingerprint)
    const left = known.filter((one) => one !== fingerprint)
    changeSettings(store, { projectId, change: { discarded_fingerprints: left }, keyId, now })
    store.discardedFingerprints.delete(projectId, fingerprint)
    return restored
  })
}

function describe(
  { discardedFingerprints }: Pick<IssueStores, 'discardedFingerprints'>,
  projectId: string,
  fingerprint: string,
): DiscardedFingerprint {
  const row = discardedFingerprints.find(projectId, fingerprint)
  if (row === undefined) return { fingerprint, title: '', discarded_at: null }
  return { fingerprint, title: row.title, discarded_at: toTimestamp(row.discarded_at) }
}
