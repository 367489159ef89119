import { limits, parseTimestamp, ServiceError, type SentryCommit, type SentryReleaseChange } from '@signalbox/contracts'
import { readRelease } from '../artifacts/read-target.js'
import { recordChangeBatch } from '../deployments/record-changes.js'
import type { AnnouncedReleaseRow } from '../deployments/store/announced-releases.js'
import type { DeploymentStores } from '../deployments/store/deployment-stores.js'
import { toChangeItem } from './to-change-item.js'

/** An announcement of a release. `now` is in Unix milliseconds. */
export interface ReleaseAnnouncement {
  organizationId: string
  version: string
  change: SentryReleaseChange
  now: number
}

/** Creates or updates a release; its commits are recorded as changes, and invalid ones are skipped. */
export function saveRelease(
  store: DeploymentStores,
  { organizationId, version, change, now }: ReleaseAnnouncement,
): AnnouncedReleaseRow {
  if (readRelease(version) === '') {
    throw new ServiceError('bad-request', {
      detail: `"${version}" is not a release name: a variable was probably not set`,
    })
  }
  return store.transact(() => {
    const known = store.announcedReleases.find(organizationId, version)
    const commits = readCommits(change)
    const row: AnnouncedReleaseRow = {
      organization_id: organizationId,
      version,
      created_at: known?.created_at ?? now,
      released_at: readTime(change.dateReleased) ?? known?.released_at ?? null,
      last_commit: commits === undefined ? (known?.last_commit ?? null) : (commits[0]?.id ?? null),
      status: readStatus(change.status) ?? known?.status ?? 'open',
    }
    store.announcedReleases.put(row)
    if (known === undefined) store.announcedReleases.trim(organizationId, limits.announcedRelease.storedMax)
    if (commits !== undefined && commits.length > 0) {
      const items = commits.map((commit) => toChangeItem(commit, version, now))
      recordChangeBatch(store, { organizationId, items, now })
    }
    return row
  })
}

/** Newest first, as clients send them. @returns undefined if the request says nothing about commits. */
function readCommits({ commits, refs }: SentryReleaseChange): SentryCommit[] | undefined {
  if (commits) return commits
  return refs ? refs.map(({ repository, commit }) => ({ id: commit, repository })) : undefined
}

function readTime(text: string | null | undefined): number | undefined {
  return text ? parseTimestamp(text) : undefined
}

function readStatus(status: string | null | undefined): AnnouncedReleaseRow['status'] | undefined {
  return status === 'open' || status === 'archived' ? status : undefined
}
