import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import { useProjects } from '../../frame/project/projects.js'
import { useMembers } from '../../api/members.js'
import type { KnownValues } from './suggestions.js'

/**
 * The organization's values for completing searches.
 * @param isWanted whether someone is searching: listing releases is expensive for the store.
 */
export function useKnownValues(isWanted: boolean): KnownValues {
  const { data } = useQuery({
    ...apiQuery('queryReleases', { query: { since: '7d', limit: 100 } }),
    staleTime: 300_000,
    retry: false,
    enabled: isWanted,
  })
  const releases = data?.releases ?? []
  return {
    releases: [...new Set(releases.map(({ release }) => release))],
    environments: [...new Set(releases.flatMap(({ environments }) => environments))],
    members: useMembers().map(({ email }) => email),
    projects: (useProjects() ?? []).map(({ name }) => name),
  }
}
