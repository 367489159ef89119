import type { Member } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { nameOf } from './name-of.js'
import { apiQuery } from './queries.js'

/** The organization's members by name; none if they can't be loaded. */
export function useMembers(isNeeded = true): readonly Member[] {
  const { data } = useQuery({
    ...apiQuery('listMembers', {}),
    staleTime: 300_000,
    enabled: isNeeded,
    // A refused list of members is shown with whom to ask, which needs the same list: a retry from there would repeat forever.
    retryOnMount: false,
  })
  return (data?.members ?? []).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
}
