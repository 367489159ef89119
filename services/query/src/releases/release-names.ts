import type { Filter } from '../selection/filter.js'
import type { ReleaseCounts } from './read-releases.js'

export type ReleaseName = Pick<ReleaseCounts, 'projectId' | 'release'>

/** Identifies a release within its organization. */
export function keyOf({ projectId, release }: ReleaseName): string {
  return `${projectId}\n${release}`
}

/** Rows with the releases' names; may include another project's release with the same name. */
export function ofReleases(releases: readonly ReleaseName[]): Filter {
  return {
    sql: 'release IN {releases:Array(String)}',
    parameters: { releases: [...new Set(releases.map(({ release }) => release))] },
  }
}
