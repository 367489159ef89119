import type { IssueChange, ListedIssue } from '@signalbox/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../api/api.js'
import { explainError } from '../../api/explain.js'
import { refreshQueries } from '../../api/query-client.js'
import { announce } from '../../parts/live/live-region.js'
import { showToast } from '../../frame/toasts/toasts.js'
import { countOf } from '../../parts/numbers/format-number.js'
import type { IssueList } from './queries.js'
import { changedIssue, undoChanges } from './change-words.js'

interface Changes {
  /** Changes several issues the same way: immediately on the page, reverted if the server refuses. */
  change(issues: readonly ListedIssue[], change: IssueChange, words: string): void
  merge(issues: readonly ListedIssue[]): void
  remove(issues: readonly ListedIssue[], isDiscarded: boolean): Promise<void>
}

/** Actions on issues of the list. Failures are passed to `onFault` and shown above the list. */
export function useChanges(onFault: (fault: string | undefined) => void): Changes {
  const cache = useQueryClient()
  const patch = (ids: ReadonlySet<string>, change: IssueChange) => {
    cache.setQueriesData<IssueList>({ queryKey: ['listIssues'] }, (list) =>
      list?.issues
        ? { ...list, issues: list.issues.map((issue) => (ids.has(issue.id) ? changedIssue(issue, change) : issue)) }
        : list,
    )
  }
  const send = useTurns(onFault)
  // When this page last changed each issue, which the list learns later: such a change is not someone else's.
  const own = useRef(new Map<string, string>())
  const changeAll = async (issueIds: string[], change: IssueChange, seen: readonly string[]) => {
    const expected = change.status === undefined ? {} : { expected_status_changed_at: [...seen] }
    const { issues } = await api.call('changeIssues', { body: { issue_ids: issueIds, change, ...expected } })
    for (const issue of issues) own.current.set(issue.id, issue.status_changed_at)
    return issues
  }
  return {
    change: (issues, change, words) => {
      const ids = issues.map(({ id }) => id)
      patch(new Set(ids), change)
      let after = new Map<string, string>()
      const undo = () =>
        send(() =>
          Promise.all(
            undoChanges(issues).map((back) =>
              changeAll(
                back.ids,
                back.change,
                back.ids.map((id) => after.get(id) ?? ''),
              ),
            ),
          ),
        )
      void send(async () => {
        const seen = issues.map(({ id, status_changed_at: at }) => latest(at, own.current.get(id)))
        const changed = await changeAll(ids, change, seen)
        after = new Map(changed.map((issue) => [issue.id, issue.status_changed_at]))
      }).then((isDone) => {
        if (isDone) showToast(`${words} ${nameIssues(issues)}`, undo)
      })
    },
    merge: (issues) => {
      const [into, ...others] = issues
      if (!into || others.length === 0) return
      const body = { issue_ids: others.map(({ id }) => id) }
      void send(() => api.call('mergeIssues', { params: { issue_id: into.id }, body })).then((isDone) => {
        if (isDone) announce(`Merged ${countOf(issues.length, 'issue')} into ${into.short_id}`)
      })
    },
    remove: async (issues, isDiscarded) => {
      const body = { issue_ids: issues.map(({ id }) => id), discard: isDiscarded }
      const isDone = await send(() => api.call('deleteIssues', { body }))
      if (isDone) showToast(`Deleted ${nameIssues(issues)}`)
    },
  }
}

/**
 * Runs actions sequentially, so that each is based on the previous result, and refetches the list.
 * @returns whether it succeeded.
 */
function useTurns(onFault: (fault: string | undefined) => void) {
  const cache = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const attempt = async (work: () => Promise<unknown>) => {
    onFault(undefined)
    try {
      await work()
      return true
    } catch (error) {
      onFault(explainError(error).text)
      return false
    } finally {
      void refreshQueries(cache, 'listIssues', 'readIssue', 'listIssueActivities')
    }
  }
  return (work: () => Promise<unknown>): Promise<boolean> => {
    const turn = last.current.then(() => attempt(work))
    last.current = turn
    return turn
  }
}

/** The later of two API timestamps, which sort as text. */
function latest(at: string, other = ''): string {
  return other > at ? other : at
}

function nameIssues(issues: readonly ListedIssue[]): string {
  return issues.length === 1 ? (issues[0]?.short_id ?? '') : countOf(issues.length, 'issue')
}
