import type { IssueChange, ListedIssue } from '@signalbox/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { usePermission } from '../../api/permission.js'
import { useSession } from '../../api/session.js'
import { useActions, type Action } from '../../frame/actions/actions.js'
import { refuseActions } from '../../frame/actions/refuse-actions.js'
import { countOf } from '../../parts/numbers/format-number.js'
import type { useChanges } from './use-changes.js'
import type { Selection } from './use-selection.js'

interface TriageOptions {
  total: number
  issueAt(index: number): ListedIssue | undefined
  selection: Selection
  changes: ReturnType<typeof useChanges>
  onDelete(): void
}

interface Triage {
  /** Position of the row with keyboard focus; -1 if there is none. */
  current: number
  /** Moves keyboard focus to the row under the pointer. */
  point(index: number): void
  /** What keys act on: the selection, otherwise the row with keyboard focus. */
  targets(): ListedIssue[]
}

/** List shortcuts: j and k move, x selects, e resolves, r reopens, a archives, m assigns to me, Enter opens. */
export function useTriage({ total, issueAt, selection, changes, onDelete }: TriageOptions): Triage {
  const [current, setCurrent] = useState(-1)
  const pointed = useRef(-1)
  const navigate = useNavigate()
  const permission = usePermission('issues:write')
  const { member_id: memberId } = useSession()
  const issue = issueAt(current)
  const chosen = [...selection.chosen.values()]
  const targets = () => (chosen.length > 0 ? chosen : issue ? [issue] : [])
  const move = (step: number) => {
    const from = current < 0 ? pointed.current - step : current
    setCurrent(Math.min(total - 1, Math.max(0, from + step)))
  }
  const act = (change: IssueChange, words: string) => () => {
    changes.change(targets(), change, words)
    selection.clear()
  }
  const what = chosen.length > 0 ? countOf(chosen.length, 'issue') : (issue?.short_id ?? '')
  const open = () => {
    if (issue) void navigate({ to: '/issues/$issueId', params: { issueId: issue.short_id } })
  }
  const move_: Action[] = [
    { id: 'next', text: 'Next issue', keys: 'j', isKeyOnly: true, run: () => move(1) },
    { id: 'previous', text: 'Previous issue', keys: 'k', isKeyOnly: true, run: () => move(-1) },
    { id: 'filter', text: 'Search', keys: '/', isKeyOnly: true, run: () => document.getElementById('filter')?.focus() },
  ]
  const one: Action[] = [
    { id: 'open', text: `Open ${what}`, keys: 'Enter', icon: 'right', run: open },
    {
      id: 'choose',
      text: `Select ${issue?.short_id ?? ''}`,
      keys: 'x',
      isKeyOnly: true,
      run: () => issue && selection.toggle(issue, false),
    },
  ]
  const write: Action[] = [
    { id: 'resolve', text: `Resolve ${what}`, keys: 'e', icon: 'check', run: act({ status: 'resolved' }, 'Resolved') },
    { id: 'reopen', text: `Reopen ${what}`, keys: 'r', icon: 'issue', run: act({ status: 'unresolved' }, 'Reopened') },
    {
      id: 'archive',
      text: `Archive ${what}`,
      keys: 'a',
      icon: 'archive',
      run: act({ status: 'archived' }, 'Archived'),
    },
    {
      id: 'take',
      text: `Assign ${what} to me`,
      keys: 'm',
      icon: 'person',
      run: act({ assignee_id: memberId }, 'Assigned'),
    },
    { id: 'delete', text: `Delete ${what}`, icon: 'trash', run: onDelete },
  ]
  const hasTargets = targets().length > 0
  useActions('Issues', [...move_, ...(issue ? one : []), ...(hasTargets ? refuseActions(write, permission) : [])])
  const point = useCallback((index: number) => {
    pointed.current = index
  }, [])
  return { current, point, targets }
}
