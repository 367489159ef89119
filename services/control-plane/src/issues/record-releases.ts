import { limits } from '@signalbox/contracts'
import type { Sighting } from '@signalbox/service-kit'
import type { ProjectReleaseRow } from './store/project-releases.js'
import type { IssueStores } from './store/issue-stores.js'
import { toStorableTime } from './storable-time.js'

type Store = Pick<IssueStores, 'projectReleases' | 'transact'>

/**
 * Records when each release was first received, regardless of the order in which sightings are read. Known releases
 * cost reads only.
 * @param now Unix milliseconds.
 */
export function recordReleases(store: Store, sightings: readonly Sighting[], now: number): void {
  const fresh = listReleases(sightings, now).filter((row) => {
    const known = store.projectReleases.find(row.project_id, row.release)
    return known === undefined || known.first_seen_at > row.first_seen_at
  })
  if (fresh.length === 0) return
  store.transact(() => {
    for (const row of fresh) store.projectReleases.note(row)
    for (const projectId of new Set(fresh.map((row) => row.project_id))) {
      store.projectReleases.trim(projectId, limits.issue.releasesMax)
    }
  })
}

/** Returns each release of each project once, with its earliest sighting. */
function listReleases(sightings: readonly Sighting[], now: number): ProjectReleaseRow[] {
  const rows = new Map<string, ProjectReleaseRow>()
  for (const { projectId, releases } of sightings) {
    for (const { release, firstReceivedAt, lastReceivedAt } of releases) {
      if (release === '') continue
      const seenAt = toStorableTime(firstReceivedAt ?? lastReceivedAt, now)
      const key = `${projectId}\n${release}`
      const known = rows.get(key)
      const firstSeenAt = Math.min(known?.first_seen_at ?? seenAt, seenAt)
      rows.set(key, { project_id: projectId, release, first_seen_at: firstSeenAt })
    }
  }
  return [...rows.values()]
}
