import type { CountedIssueDetail, IssueChange } from '@signalbox/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import type { RouteResponse, RouteInput } from '../../api/contract-types.js'
import { explainError } from '../../api/explain.js'
import { apiQuery } from '../../api/queries.js'
import { refreshQueries } from '../../api/query-client.js'
import { showToast } from '../../frame/toasts/toasts.js'

/** One event of an issue with all its data. */
export type IssueEvent = RouteResponse<'readIssueEvent'>

/** A change by one person is visible to others within 5 s. */
const liveMs = 4_000

export function issueQuery(issueId: string) {
  return apiQuery('readIssue', { params: { issue_id: issueId } })
}

/** One event of an issue, the recommended one by default; events never change. */
export function issueEventQuery(issueId: string, eventId = 'recommended') {
  return { ...apiQuery('readIssueEvent', { params: { issue_id: issueId, event_id: eventId } }), staleTime: 60_000 }
}

export function useIssue(issueId: string) {
  return useQuery({ ...issueQuery(issueId), refetchInterval: liveMs })
}

export function useEvent(issueId: string, eventId: string) {
  return useQuery({ ...issueEventQuery(issueId, eventId), placeholderData: (before) => before })
}

interface IssueChanges {
  change(change: IssueChange, words: string): Promise<void>
  /** Runs any other action on the issue; its data is then refetched. */
  run(work: () => Promise<unknown>, words?: string): Promise<boolean>
}

/** Actions on the page's issue. Failures are passed to `onFault` and shown above the issue. */
export function useIssueChanges(issue: CountedIssueDetail, onFault: (fault: string | undefined) => void): IssueChanges {
  const cache = useQueryClient()
  const refresh = () => refreshQueries(cache, 'readIssue', 'listIssueActivities', 'listIssues', 'readIssueGrouping')
  const run: IssueChanges['run'] = async (work, words) => {
    onFault(undefined)
    try {
      await work()
      if (words !== undefined) showToast(words)
      return true
    } catch (error) {
      onFault(explainError(error).text)
      return false
    } finally {
      await refresh()
    }
  }
  const send = (change: RouteInput<'changeIssue'>['body']) =>
    api.call('changeIssue', { params: { issue_id: issue.id }, body: change })
  // Changes are based on what is displayed: if someone else was faster, the server reports a conflict.
  const decide = (change: IssueChange) =>
    send(change.status === undefined ? change : { ...change, expected_status_changed_at: issue.status_changed_at })
  return {
    run,
    change: async (change, words) => {
      const before = undoOf(issue, change)
      let since = issue.status_changed_at
      const isDone = await run(async () => {
        since = (await decide(change)).status_changed_at
      })
      if (!isDone) return
      const undo = before && (() => run(() => send({ ...before, expected_status_changed_at: since })))
      showToast(`${words} ${issue.short_id}`, undo)
    },
  }
}

/** The change that undoes another; undefined if the previous state cannot be requested. */
function undoOf(issue: CountedIssueDetail, change: IssueChange): IssueChange | undefined {
  if ('assignee_id' in change) return { assignee_id: issue.assignee?.id ?? null }
  if (issue.status === 'unresolved') return { status: 'unresolved' }
  return issue.status === 'resolved' ? { status: 'resolved' } : { status: 'archived', archive_until: 'escalating' }
}
