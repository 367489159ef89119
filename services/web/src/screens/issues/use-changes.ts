import type { IssueChange, ListedIssue } from '@signalbox/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import { explainError } from '../../api/explain.js'
import { announce } from '../../parts/live/live-region.js'
import { showToast } from '../../frame/toasts/toasts.js'
import { countOf } from '../../parts/numbers/format-number.js'
import type { IssueList } from './queries.js'
import { changedIssue, takeBackChanges } from './change-words.js'

interface Changes {
  /** Changes issues alike: at once on the page, taken back there when the server refuses. */
  change(issues: readonly ListedIssue[], change: IssueChange, words: string): void
  merge(issues: readonly ListedIssue[]): void
  remove(issues: readonly ListedIssue[], isDiscarded: boolean): Promise<void>
}

/** What can be done to issues of the list. Failures are told to `onFault`, which stands above the list. */
export function useChanges(onFault: (fault: string | undefined) => void): Changes {
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: ['listIssues'] })
  const patch = (ids: ReadonlySet<string>, change: IssueChange) => {
    cache.setQueriesData<IssueList>({ queryKey: ['listIssues'] }, (list) =>
      list?.issues
        ? { ...list, issues: list.issues.map((issue) => (ids.has(issue.id) ? changedIssue(issue, change) : issue)) }
        : list,
    )
  }
  const send = async (work: () => Promise<unknown>) => {
    onFault(undefined)
    try {
      await work()
      return true
    } catch (error) {
      onFault(explainError(error).text)
      return false
    } finally {
      await refresh()
    }
  }
  const changeAll = (issueIds: string[], change: IssueChange) =>
    api.call('changeIssues', { body: { issue_ids: issueIds, change } })
  return {
    change: (issues, change, words) => {
      const ids = issues.map(({ id }) => id)
      patch(new Set(ids), change)
      const takeBack = () =>
        send(() => Promise.all(takeBackChanges(issues).map((back) => changeAll(back.ids, back.change))))
      void send(() => changeAll(ids, change)).then((isDone) => {
        if (isDone) showToast(`${words} ${nameIssues(issues)}`, takeBack)
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

function nameIssues(issues: readonly ListedIssue[]): string {
  return issues.length === 1 ? (issues[0]?.short_id ?? '') : countOf(issues.length, 'issue')
}
