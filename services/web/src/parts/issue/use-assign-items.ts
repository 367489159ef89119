import type { IssueChange } from '@signalbox/contracts'
import { useMembers } from '../../api/members.js'
import { nameOf } from '../../api/name-of.js'
import { useSession } from '../../api/session.js'
import type { MenuItem } from '../controls/menu-item.js'

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
