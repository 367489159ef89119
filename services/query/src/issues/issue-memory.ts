import { limits, type RankedProject } from '@signalbox/contracts'
import { createMarkedMemory, type MarkedMemory } from '../memory/marked-memory.js'
import { createLastMarks, type LastMarks } from '../memory/settled-days.js'
import type { QueryContext } from '../reading/query-context.js'
import type { RememberedOccurrences } from './issue-occurrences.js'
import type { MatchedGroup } from './matched-group.js'

/** Sums over settled days. Issue lists then read only the days since. */
export interface IssueMemory {
  /** Groups of all projects in scope, or that there are too many to remember. */
  rankings: MarkedMemory<readonly RankedProject[] | 'too many'>
  /** Occurrences of one issue, or that it has too many users to remember. */
  occurrences: MarkedMemory<RememberedOccurrences | 'too many'>
  /** Groups that match a search, or that they or their users are too many. */
  searches: MarkedMemory<readonly MatchedGroup[] | 'too many'>
  marks: LastMarks
}

/** Dependencies of handlers that remember sums. */
export interface IssueContext extends QueryContext {
  issueMemory: IssueMemory
}

export function createIssueMemory(): IssueMemory {
  const bytesMax = limits.query.rememberedBytesMax / 3
  return {
    marks: createLastMarks(),
    rankings: createMarkedMemory(bytesMax, (projects) =>
      projects === 'too many' ? 0 : projects.reduce((bytes, project) => bytes + bytesOfGroups(project), 0),
    ),
    occurrences: createMarkedMemory(bytesMax, (found) =>
      found === 'too many' ? 0 : found.users.byteLength + 16 * found.starts.length,
    ),
    searches: createMarkedMemory(bytesMax, (groups) =>
      groups === 'too many' ? 0 : groups.reduce((bytes, group) => bytes + bytesOfMatched(group), 0),
    ),
  }
}

/** A fingerprint and three numbers. */
const groupBytes = 96

function bytesOfGroups({ fingerprints }: RankedProject): number {
  return fingerprints.length * groupBytes
}

function bytesOfMatched({ users, series }: MatchedGroup): number {
  return 3 * groupBytes + users.byteLength + 8 * series.length
}
