import { toPattern } from '@signalbox/event-search'
import { findNewestRelease } from '../newest-release.js'
import type { NamedTerm, SearchContext } from './search-context.js'

/**
 * Replaces `latest` with the newest releases of the searched projects. If no project has a release, the word remains
 * and matches a release of that name.
 */
export function withNewestReleases(term: NamedTerm, { store, caller, projectId }: SearchContext): NamedTerm {
  if (term.kind !== 'property' || !term.values.includes('latest')) return term
  const projectIds =
    projectId === undefined ? store.projects.list(caller.organizationId).map(({ id }) => id) : [projectId]
  const newest = projectIds.flatMap((id) => findNewestRelease(store, id) ?? [])
  if (newest.length === 0) return term
  const values = term.values.flatMap((value) => (value === 'latest' ? newest.map(toPattern) : [value]))
  return { ...term, values: [...new Set(values)] }
}
