import { limits, type IssueSort, type RankedProject } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { Filter } from '../selection/filter.js'
import { toCountedGroups, type CountedRow, type GroupCounts } from './counted-groups.js'
import { rankOf } from './group-ranks.js'
import type { MatchedGroup } from './matched-group.js'
import type { IssueContext } from './issue-memory.js'
import { countInEither, readUserHashes } from './user-hashes.js'
import { mergeUsers } from './user-sets.js'

export interface SearchedRanking {
  organizationId: string
  /** The groups of settled days, and of the others. */
  settled: Filter
  rest: Filter
  /** Of the stored parts of the settled days. */
  mark: string
  counts: GroupCounts
  sort: IssueSort
  recentShare: number
  /** More groups than this are ranked in the store. */
  limit: number
}

/** Users of all groups together, in the store's form. More are counted in the store. */
const hashBytesMax = 8 * limits.query.rememberedSearchUsersMax

/**
 * Ranks the groups of a search, with settled days from memory if they are remembered. A search reads the texts of all
 * events, so pages that refresh would otherwise read them all each time.
 * @returns undefined if there are too many groups or users.
 */
export async function rankSearched(context: IssueContext, ranking: SearchedRanking) {
  const { store, issueMemory } = context
  const { settled, mark, limit, counts } = ranking
  const key = { organizationId: ranking.organizationId, name: JSON.stringify([settled, counts.intervals, limit]) }
  if (issueMemory.searches.last(key) === 'too many') return undefined
  const known = issueMemory.searches.get(key, mark)
  const rest = await readMatched(store, ranking.rest, ranking)
  const before = known ?? (rest === 'too many' ? rest : await readMatched(store, settled, ranking))
  if (known === undefined) issueMemory.searches.set(key, mark, before)
  if (before === 'too many' || rest === 'too many') return undefined
  const groups = addUp(before, rest)
  return groups.length > limit ? undefined : toAnswer(groups, ranking)
}

async function readMatched(
  store: TelemetryReader,
  groups: Filter,
  { limit, counts }: SearchedRanking,
): Promise<readonly MatchedGroup[] | 'too many'> {
  const rows = await store.read<Omit<MatchedGroup, 'users'> & { userHashes: string }>({
    name: 'issueSearch',
    sql: `
      SELECT projectId, fingerprint, events, recentEvents, firstMs, lastMs, series,
        if(sum(length(hashes)) OVER () > ${hashBytesMax}, '', base64Encode(hashes)) AS userHashes
      FROM (
        SELECT project_id AS projectId, fingerprint, sum(quantity) AS events,
          sumIf(quantity, isRecent = 1) AS recentEvents, toUnixTimestamp64Milli(min(earliest)) AS firstMs,
          toUnixTimestamp64Milli(max(latest)) AS lastMs, sumForEach(series) AS series,
          toString(${mergeUsers('userSet')}) AS hashes
        FROM (${groups.sql})
        GROUP BY projectId, fingerprint)
      LIMIT {limit:UInt32}`,
    parameters: { ...groups.parameters, ...counts.parameters, limit: limit + 1 },
  })
  if (rows.length > limit) return 'too many'
  const matched: MatchedGroup[] = []
  for (const { userHashes, ...row } of rows) {
    const users = readUserHashes(userHashes)
    if (users === undefined) return 'too many'
    matched.push({ ...row, users })
  }
  return matched
}

/** A group over the entire range. */
interface Sum extends Omit<MatchedGroup, 'users'> {
  users: number
}

function addUp(settled: readonly MatchedGroup[], rest: readonly MatchedGroup[]): Sum[] {
  const others = new Map(rest.map((group) => [keyOf(group), group]))
  const sums = settled.map((group) => {
    const other = others.get(keyOf(group))
    others.delete(keyOf(group))
    return other === undefined ? alone(group) : together(group, other)
  })
  return [...sums, ...[...others.values()].map(alone)]
}

function alone(group: MatchedGroup): Sum {
  return { ...group, users: group.users.length / 2 }
}

function together(one: MatchedGroup, other: MatchedGroup): Sum {
  return {
    ...one,
    events: one.events + other.events,
    recentEvents: one.recentEvents + other.recentEvents,
    firstMs: Math.min(one.firstMs, other.firstMs),
    lastMs: Math.max(one.lastMs, other.lastMs),
    series: one.series.map((events, interval) => events + (other.series[interval] ?? 0)),
    users: countInEither(one.users, other.users),
  }
}

function toAnswer(groups: readonly Sum[], { counts, sort, recentShare }: SearchedRanking) {
  const ranked = groups
    .map((group) => ({ ...group, rank: rankOf[sort](group, recentShare) }))
    .sort((a, b) => b.rank - a.rank || (keyOf(a) < keyOf(b) ? -1 : 1))
  const counted = new Map<string, CountedRow[]>()
  for (const { projectId, fingerprint, events, users, firstMs, lastMs, series } of ranked.slice(0, counts.groupsMax)) {
    const rows = counted.get(projectId) ?? []
    rows.push([fingerprint, events, users, firstMs, lastMs, [...series]])
    counted.set(projectId, rows)
  }
  const rows = [...counted].map(([project_id, found]) => ({ project_id, counted: found }))
  return {
    groups: [],
    projects: toProjects(groups),
    counted: toCountedGroups(rows, counts.intervals),
    total: groups.length,
  }
}

function keyOf({ projectId, fingerprint }: Pick<Sum, 'projectId' | 'fingerprint'>): string {
  return `${projectId}:${fingerprint}`
}

function toProjects(groups: readonly Sum[]): RankedProject[] {
  const projects = new Map<string, RankedProject>()
  for (const { projectId, fingerprint, events, recentEvents, users, lastMs } of groups) {
    const project = projects.get(projectId) ?? projectOf(projectId)
    projects.set(projectId, project)
    project.fingerprints.push(fingerprint)
    project.events.push(events)
    project.recent_events.push(recentEvents)
    project.users.push(users)
    project.last_seen_ms.push(lastMs)
  }
  return [...projects.values()]
}

function projectOf(projectId: string): RankedProject {
  return { project_id: projectId, fingerprints: [], events: [], recent_events: [], users: [], last_seen_ms: [] }
}
