import type { IssueStores } from './store/issue-stores.js'
import { compareReleaseNames } from './release-order.js'

/** Number of releases considered: the most recently first-seen ones. */
const consideredMax = 1_000

/**
 * Finds the newest release of a project. Among the releases whose names are comparable with the most recently
 * first-seen one, the highest name wins, so that a patch of an older version is not mistaken for the newest release.
 * @returns undefined if no release is known.
 */
export function findNewestRelease(
  { projectReleases }: Pick<IssueStores, 'projectReleases'>,
  projectId: string,
): string | undefined {
  const [last, ...others] = projectReleases.listNewest(projectId, consideredMax).map(({ release }) => release)
  if (last === undefined) return undefined
  return others.reduce((newest, one) => ((compareReleaseNames(one, newest) ?? 0) > 0 ? one : newest), last)
}
