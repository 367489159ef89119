import type { Member } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { nameOf } from './name-of.js'
import { apiQuery } from './queries.js'

/** The organization's members by name. */
export function useMembers(isNeeded = true): readonly Member[] {
  const { data } = useQuery({ ...apiQuery('listMembers', {}), staleTime: 300_000, enabled: isNeeded })
  return (data?.members ?? []).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
}
