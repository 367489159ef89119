import type { Change, SuspectCommit } from '@signalbox/contracts'
import { countSharedNames } from './match-path.js'

/** A frame whose file may have been touched. */
export interface SuspectFrame {
  /** 0 is the place of the error. */
  depth: number
  function: string
  path: string
  line: number | undefined
}

/** A commit and where it meets the stack. */
interface Meeting {
  commit: Change
  frame: SuspectFrame
  file: string
  shared: number
}

/** Commits that touched files of frames: those nearest to the error first, then by how sure it is, then the newest. */
export function rankCommits(
  commits: readonly Change[],
  frames: readonly SuspectFrame[],
  release: string,
): SuspectCommit[] {
  return commits
    .flatMap((commit) => findNearest(commit, frames) ?? [])
    .sort((one, other) => compare(one, other))
    .map((meeting) => toSuspect(meeting, release))
}

function findNearest(commit: Change, frames: readonly SuspectFrame[]): Meeting | undefined {
  for (const frame of frames) {
    const meetings = commit.files
      .map((file) => ({ commit, frame, file, shared: countSharedNames(frame.path, file) }))
      .filter(({ shared }) => shared > 0)
      .sort((one, other) => other.shared - one.shared)
    if (meetings[0] !== undefined) return meetings[0]
  }
  return undefined
}

function compare(one: Meeting, other: Meeting): number {
  const newest = Date.parse(other.commit.occurred_at) - Date.parse(one.commit.occurred_at)
  return one.frame.depth - other.frame.depth || other.shared - one.shared || newest
}

function toSuspect({ commit, frame, file }: Meeting, release: string): SuspectCommit {
  const { change_id, id, title, author, repository, url, occurred_at, details } = commit
  return {
    ...{ change_id, commit: id, title, author, repository, url, occurred_at },
    is_in_release: release !== '' && details['release'] === release,
    file,
    frame: { depth: frame.depth, function: frame.function || null, path: frame.path, line: frame.line ?? null },
  }
}
