import type { IssueChange, Member } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import { useSession } from '../../api/session.js'
import type { MenuItem } from '../controls/menu-item.js'

/** The organization's members by name. */
export function useMembers(): readonly Member[] {
  const { data } = useQuery({ ...apiQuery('listMembers', {}), staleTime: 300_000 })
  return (data?.members ?? []).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
}

export function nameOf({ name, email }: Pick<Member, 'name' | 'email'>): string {
  return name === '' ? email : name
}

/** Possible assignees: oneself first, nobody last. */
export function useAssignItems(assigneeId: string | undefined, onSelect: (change: IssueChange) => void): MenuItem[] {
  const { member_id: ownId } = useSession()
  const members = useMembers()
  const sorted = members.toSorted((a, b) => Number(b.id === ownId) - Number(a.id === ownId))
  return [
    ...sorted.map((member) => ({
      id: member.id,
      text: nameOf(member),
      ...(member.id === ownId && { note: 'you' }),
      isChosen: member.id === assigneeId,
      onSelect: () => onSelect({ assignee_id: member.id }),
    })),
    {
      id: 'nobody',
      text: 'Unassigned',
      isChosen: assigneeId === undefined,
      startsGroup: true,
      onSelect: () => onSelect({ assignee_id: null }),
    },
  ]
}
