import type { IssueStores } from './store/issue-stores.js'
import { compareReleaseNames } from './release-order.js'

/** Releases that are looked at: the ones first seen last. */
const consideredMax = 1_000

/**
 * The newest release of a project: of those whose names can be compared with the one that was first seen last, the one
 * that comes last by name, so that a correction of an older version is not taken for the newest.
 * @returns undefined when no release is known.
 */
export function findNewestRelease(
  { projectReleases }: Pick<IssueStores, 'projectReleases'>,
  projectId: string,
): string | undefined {
  const [last, ...others] = projectReleases.listNewest(projectId, consideredMax).map(({ release }) => release)
  if (last === undefined) return undefined
  return others.reduce((newest, one) => ((compareReleaseNames(one, newest) ?? 0) > 0 ? one : newest), last)
}
