import type { RankedProject } from '@signalbox/contracts'
import type { MemoryKey } from '../memory/marked-memory.js'
import type { Filter } from '../selection/filter.js'
import type { IssueContext } from './issue-memory.js'

interface SettledRanking {
  organizationId: string
  /** The groups of settled days. */
  groups: Filter
  /** More groups than this are too many. */
  limit: number
  /** Of their stored parts. */
  mark: string
  read: () => Promise<readonly RankedProject[] | 'too many'>
}

/** The groups of settled days, read only if they aren't remembered. */
export async function recallRanking(
  { issueMemory: { rankings } }: IssueContext,
  { organizationId, groups, limit, mark, read }: SettledRanking,
): Promise<readonly RankedProject[] | 'too many'> {
  const key = keyOf(organizationId, groups, limit)
  const known = rankings.get(key, mark)
  if (known !== undefined) return known
  const projects = await read()
  rankings.set(key, mark, projects)
  return projects
}

/** True if the settled days had too many groups when they were read last: the next day decides again. */
export function hasTooMany(
  { issueMemory: { rankings } }: IssueContext,
  { organizationId, groups, limit }: Pick<SettledRanking, 'organizationId' | 'groups' | 'limit'>,
): boolean {
  return rankings.last(keyOf(organizationId, groups, limit)) === 'too many'
}

function keyOf(organizationId: string, groups: Filter, limit: number): MemoryKey {
  return { organizationId, name: JSON.stringify([groups, limit]) }
}

/** The groups of two disjoint parts of a range together. */
export function addGroups(one: readonly RankedProject[], other: readonly RankedProject[]): RankedProject[] {
  const sums = new Map(one.map((project) => [project.project_id, copyOf(project)]))
  for (const project of other) {
    const sum = sums.get(project.project_id)
    if (sum === undefined) sums.set(project.project_id, copyOf(project))
    else addProject(sum, project)
  }
  return [...sums.values()]
}

function copyOf(project: RankedProject): RankedProject {
  return {
    ...project,
    fingerprints: [...project.fingerprints],
    events: [...project.events],
    recent_events: [...project.recent_events],
    last_seen_ms: [...project.last_seen_ms],
  }
}

function addProject(sum: RankedProject, project: RankedProject): void {
  const places = new Map(sum.fingerprints.map((fingerprint, place) => [fingerprint, place]))
  project.fingerprints.forEach((fingerprint, index) => {
    const place = places.get(fingerprint) ?? sum.fingerprints.length
    sum.fingerprints[place] = fingerprint
    sum.events[place] = (sum.events[place] ?? 0) + (project.events[index] ?? 0)
    sum.recent_events[place] = (sum.recent_events[place] ?? 0) + (project.recent_events[index] ?? 0)
    sum.last_seen_ms[place] = Math.max(sum.last_seen_ms[place] ?? 0, project.last_seen_ms[index] ?? 0)
  })
}
