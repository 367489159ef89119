import type { Issue, IssueChange, IssueReason } from '@signalbox/contracts'

/** An issue as it will be once the server has applied a change. */
export function changedIssue<I extends Issue>(issue: I, change: IssueChange): I {
  const status = change.status ?? issue.status
  return { ...issue, status, reason: change.status === undefined ? issue.reason : reasonOf(change) }
}

function reasonOf({ status, resolve_in: resolveIn, archive_until: archiveUntil }: IssueChange): IssueReason {
  if (status === 'resolved') return resolveIn ?? 'now'
  return status === 'archived' ? (archiveUntil ?? 'escalating') : 'reopened'
}

type Changed = Pick<
  Issue,
  'id' | 'status' | 'reason' | 'resolved_release' | 'archived_until' | 'archived_events' | 'assignee'
>

/** Changes that restore issues to their previous state, one for each group of equal ones. */
export function undoChanges(issues: readonly Changed[]): { ids: string[]; change: IssueChange }[] {
  const groups = new Map<string, { ids: string[]; change: IssueChange }>()
  for (const issue of issues) {
    const change = changeTo(issue)
    const key = JSON.stringify(change)
    groups.set(key, { change, ids: [...(groups.get(key)?.ids ?? []), issue.id] })
  }
  return [...groups.values()]
}

/** The request that restores an issue. Why it was unresolved cannot be requested: it is reopened. */
function changeTo(issue: Changed): IssueChange {
  const assignee = { assignee_id: issue.assignee?.id ?? null }
  if (issue.status === 'unresolved') return { status: 'unresolved', ...assignee }
  if (issue.status === 'resolved') {
    return {
      status: 'resolved',
      ...assignee,
      ...(isOneOf(issue.reason, ['now', 'release', 'next_release']) && { resolve_in: issue.reason }),
      ...(issue.reason === 'release' && issue.resolved_release !== null && { release: issue.resolved_release }),
    }
  }
  return {
    status: 'archived',
    ...assignee,
    ...(isOneOf(issue.reason, ['forever', 'escalating', 'time', 'events']) && { archive_until: issue.reason }),
    ...(issue.archived_until !== null && { until_time: issue.archived_until }),
    ...(issue.archived_events !== null && { events: issue.archived_events }),
  }
}

function isOneOf<T extends string>(value: string, values: readonly T[]): value is T {
  return values.some((each) => each === value)
}
