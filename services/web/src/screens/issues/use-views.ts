import type { IssueView } from '@signalbox/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/api.js'
import type { RouteInput } from '../../api/contract-types.js'
import { apiQuery } from '../../api/queries.js'
import { useSession } from '../../api/session.js'
import { useAttempt } from '../../api/use-attempt.js'
import { showToast } from '../../frame/toasts/toasts.js'
import { useStore } from '../../state/store.js'
import { openingView } from './opening-view.js'
import type { Opening } from './views.js'

type ViewChange = RouteInput<'changeIssueView'>['body']

/** The saved views visible to a person, and actions on them. */
export interface Views {
  saved: readonly IssueView[]
  /** The last error message. */
  fault: string | undefined
  /** Rejects with the error, for forms that show it themselves. */
  save(body: RouteInput<'createIssueView'>['body']): Promise<IssueView>
  change(id: string, change: ViewChange): Promise<void>
  /** These report errors in `fault`. */
  share(view: IssueView, isShared: boolean): Promise<void>
  open(view: IssueView | undefined): Promise<void>
  remove(view: IssueView): Promise<void>
}

const staleMs = 60_000
const viewsQuery = () => ({ ...apiQuery('listIssueViews', {}), staleTime: staleMs })

export function useViews(): Views {
  const { data } = useQuery(viewsQuery())
  const cache = useQueryClient()
  const { fault, attempt } = useAttempt()
  const refresh = () => cache.invalidateQueries({ queryKey: ['listIssueViews'] })
  const save: Views['save'] = async (body) => {
    const view = await api.call('createIssueView', { body })
    await refresh()
    return view
  }
  const change: Views['change'] = async (id, body) => {
    await api.call('changeIssueView', { params: { view_id: id }, body })
    await refresh()
  }
  const openWith = async (viewId: string | null) => {
    await api.call('chooseDefaultIssueView', { body: { view_id: viewId } })
    await refresh()
  }
  return {
    saved: data?.views ?? [],
    fault,
    save,
    change,
    share: (view, isShared) =>
      attempt(async () => {
        await change(view.id, { is_shared: isShared })
        const words = isShared ? `Shared “${view.name}”` : `Stopped sharing “${view.name}”`
        showToast(words, () => attempt(() => change(view.id, { is_shared: !isShared })))
      }),
    open: (view) =>
      attempt(async () => {
        await openWith(view?.id ?? null)
        showToast(view ? `Issues now opens with “${view.name}”` : 'Issues now opens with unresolved')
      }),
    remove: (view) =>
      attempt(async () => {
        await api.call('deleteIssueView', { params: { view_id: view.id } })
        await refresh()
        const { name, query, sort, is_shared: isShared, is_default: isDefault } = view
        showToast(`Deleted “${name}”`, () =>
          attempt(async () => {
            const { id } = await save({ name, query, sort, is_shared: isShared })
            if (isDefault) await openWith(id)
          }),
        )
      }),
  }
}

/**
 * The view the list opens with if the address has no search; undefined for the default. Stored in this browser so the
 * list does not wait for a response.
 */
export function useOpening(): Opening | undefined {
  const { member_id: memberId } = useSession()
  const { data } = useQuery(viewsQuery())
  const kept = useStore(openingView)
  useEffect(() => {
    if (!data) return
    const chosen = data.views.find((view) => view.is_default)
    openingView.set(chosen && { memberId, query: chosen.query, sort: chosen.sort })
  }, [data, memberId])
  return kept?.memberId === memberId ? kept : undefined
}
