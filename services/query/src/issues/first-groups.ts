import { trendOf, type RankedProject } from '@signalbox/contracts'
import type { IssueReference } from '@signalbox/service-kit'

export interface FirstGroups {
  sort: 'events' | 'trend'
  recentShare: number
  limit: number
  /** Issues whose groups are kept whatever their rank. */
  issues: readonly Pick<IssueReference, 'projectId' | 'fingerprints'>[]
}

/** The highest-ranked groups of all projects; ties by project and fingerprint, as in the store. */
export function takeFirstGroups(projects: readonly RankedProject[], first: FirstGroups): RankedProject[] {
  const ranked = projects.map((project) => ({ project, ranks: ranksOf(project, first) }))
  const lowest = lowestRank(
    ranked.map(({ ranks }) => ranks),
    first.limit,
  )
  const tied = ranked.flatMap(({ project, ranks }) =>
    placesWhere(ranks, (rank) => rank === lowest).map((place) => keyOf(project, project.fingerprints[place])),
  )
  const above = ranked.reduce((count, { ranks }) => count + placesWhere(ranks, (rank) => rank > lowest).length, 0)
  const kept = new Set(tied.sort().slice(0, first.limit - above))
  for (const issue of first.issues) {
    for (const fingerprint of issue.fingerprints) kept.add(keyOf({ project_id: issue.projectId }, fingerprint))
  }
  return ranked
    .map(({ project, ranks }) => {
      const isKept = (rank: number, place: number) => {
        if (rank > lowest) return true
        return (rank === lowest || first.issues.length > 0) && kept.has(keyOf(project, project.fingerprints[place]))
      }
      return pick(project, placesWhere(ranks, isKept))
    })
    .filter(({ fingerprints }) => fingerprints.length > 0)
}

function keyOf({ project_id: projectId }: Pick<RankedProject, 'project_id'>, fingerprint = ''): string {
  return `${projectId}:${fingerprint}`
}

function ranksOf({ events, recent_events: recent }: RankedProject, { sort, recentShare }: FirstGroups): Float64Array {
  const ranks = Float64Array.from(events)
  if (sort === 'events') return ranks
  return ranks.map((count, place) => trendOf({ events: count, recentEvents: recent[place] ?? 0 }, recentShare))
}

/** Sorting numbers alone takes a tenth of the time of sorting groups. */
function lowestRank(ranks: readonly Float64Array[], limit: number): number {
  const ascending = new Float64Array(ranks.reduce((count, own) => count + own.length, 0))
  let filled = 0
  for (const own of ranks) {
    ascending.set(own, filled)
    filled += own.length
  }
  ascending.sort()
  return ascending[filled - limit] ?? -Infinity
}

function placesWhere(ranks: Float64Array, isMeant: (rank: number, place: number) => boolean): number[] {
  const places: number[] = []
  ranks.forEach((rank, place) => {
    if (isMeant(rank, place)) places.push(place)
  })
  return places
}

function pick(project: RankedProject, places: readonly number[]): RankedProject {
  const select = <Value>(values: readonly Value[]) => places.flatMap((place) => values[place] ?? [])
  return {
    project_id: project.project_id,
    fingerprints: select(project.fingerprints),
    events: select(project.events),
    recent_events: select(project.recent_events),
    users: select(project.users),
    last_seen_ms: select(project.last_seen_ms),
  }
}
