import type { SuspectCommit } from '@signalbox/contracts'
import type { TouchingCommit } from '../../deployments/change-shape.js'
import { countSharedNames, namesOfPath } from './match-path.js'

/** A frame whose file a commit may have changed. */
export interface SuspectFrame {
  /** 0 is the frame that raised the error. */
  depth: number
  function: string
  path: string
  line: number | undefined
}

/** A commit and the frame that it matches. */
interface FrameMatch {
  commit: TouchingCommit
  frame: SuspectFrame
  file: string
  shared: number
}

/** Frames by file name, those nearest to the error first, with the segments of their paths. */
type FramesByFile = ReadonlyMap<string, readonly { frame: SuspectFrame; names: readonly string[] }[]>

/**
 * Ranks commits that touched files of the frames: nearest to the error first, then by confidence, then newest first.
 */
export function rankCommits(
  commits: readonly TouchingCommit[],
  frames: readonly SuspectFrame[],
  release: string,
): SuspectCommit[] {
  const byFile = groupByFile(frames)
  return commits
    .flatMap((commit) => findNearest(commit, byFile) ?? [])
    .sort(compare)
    .map((match) => toSuspect(match, release))
}

function groupByFile(frames: readonly SuspectFrame[]): FramesByFile {
  const byFile = new Map<string, { frame: SuspectFrame; names: readonly string[] }[]>()
  for (const frame of frames) {
    const names = namesOfPath(frame.path)
    const file = names.at(-1) ?? ''
    const known = byFile.get(file)
    if (known === undefined) byFile.set(file, [{ frame, names }])
    else known.push({ frame, names })
  }
  return byFile
}

function findNearest(commit: TouchingCommit, byFile: FramesByFile): FrameMatch | undefined {
  let nearest: FrameMatch | undefined
  for (const file of commit.files) {
    const names = namesOfPath(file)
    for (const known of byFile.get(names.at(-1) ?? '') ?? []) {
      const match = { commit, file, frame: known.frame, shared: countSharedNames(known.names, names) }
      if (match.shared > 0 && (nearest === undefined || compare(match, nearest) < 0)) nearest = match
    }
  }
  return nearest
}

function compare(one: FrameMatch, other: FrameMatch): number {
  const newest = Date.parse(other.commit.occurred_at) - Date.parse(one.commit.occurred_at)
  return one.frame.depth - other.frame.depth || other.shared - one.shared || newest
}

function toSuspect({ commit, frame, file }: FrameMatch, release: string): SuspectCommit {
  const { change_id, id, title, author, repository, url, occurred_at, details } = commit
  return {
    ...{ change_id, commit: id, title, author, repository, url, occurred_at },
    is_in_release: release !== '' && details['release'] === release,
    file,
    frame: { depth: frame.depth, function: frame.function || null, path: frame.path, line: frame.line ?? null },
  }
}
