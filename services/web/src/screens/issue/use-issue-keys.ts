import type { CountedIssueDetail, IssueChange } from '@signalbox/contracts'
import { usePermission } from '../../api/permission.js'
import { useSession } from '../../api/session.js'
import { useActions, type Action } from '../../frame/actions/actions.js'
import { refuseActions } from '../../frame/actions/refuse-actions.js'
import type { useIssueChanges } from './queries.js'

interface IssueKeysOptions {
  issue: CountedIssueDetail
  changes: ReturnType<typeof useIssueChanges>
  /** Resolves or reopens it. */
  toggle(): void
  ask(): void
}

/** Issue shortcuts: w asks why, e resolves, r reopens, a archives, m assigns to me. */
export function useIssueKeys({ issue, changes, toggle, ask }: IssueKeysOptions): void {
  const mayChange = usePermission('issues:write')
  const mayAsk = usePermission('sessions:write')
  const { member_id: memberId } = useSession()
  const name = issue.short_id
  const isOpen = issue.status === 'unresolved'
  const change = (what: IssueChange, words: string) => () => void changes.change(what, words)
  const asking: Action[] = [{ id: 'ask', text: `Ask why ${name} happens`, keys: 'w', icon: 'ask', run: ask }]
  const changing: Action[] = [
    {
      id: 'resolve',
      text: `${isOpen ? 'Resolve' : 'Reopen'} ${name}`,
      keys: isOpen ? 'e' : 'r',
      icon: 'check',
      run: toggle,
    },
    {
      id: 'archive',
      text: `Archive ${name}`,
      keys: 'a',
      icon: 'archive',
      run: change({ status: 'archived' }, 'Archived'),
    },
    {
      id: 'take',
      text: `Assign ${name} to me`,
      keys: 'm',
      icon: 'person',
      run: change({ assignee_id: memberId }, 'Assigned'),
    },
  ]
  useActions(name, [...refuseActions(asking, mayAsk), ...refuseActions(changing, mayChange)])
}
