import {
  changeIssueView,
  chooseDefaultIssueView,
  createId,
  createIssueView,
  deleteIssueView,
  listIssueViews,
  ServiceError,
  toTimestamp,
  type IssueView,
} from '@signalbox/contracts'
import { parseSearch, SearchSyntaxError } from '@signalbox/event-search'
import { createRoute, type ApiCaller, type Clock, type Route } from '@signalbox/service-kit'
import { enforceCapacity } from '../lists/enforce-capacity.js'
import type { IssueStores } from './store/issue-stores.js'
import type { IssueViewRow, ViewReader } from './store/issue-views.js'

type ViewStore = Pick<IssueStores, 'issueViews' | 'transact'>

/** Routes of saved searches. */
export function createIssueViewRoutes({ store, clock }: { store: ViewStore; clock: Clock }): Route[] {
  return [
    createRoute(listIssueViews, ({ caller }) => {
      const reader = readerOf(caller)
      return { views: store.issueViews.list(reader).map((row) => toIssueView(store, reader, row)) }
    }),
    createRoute(createIssueView, ({ caller, body }) => {
      const { name, query, sort = 'last_seen', is_shared: isShared = false } = body
      const now = clock()
      const memberId = ownerOf(caller, isShared)
      const of = { organization_id: caller.organizationId, member_id: memberId }
      const row: IssueViewRow = { id: createId(now), ...of, name, query, sort, created_at: now, updated_at: now }
      refuseUnreadable(query)
      store.transact(() => {
        refuseTakenName(store, row)
        refuseMore(store, row)
        store.issueViews.insert(row)
      })
      return toIssueView(store, readerOf(caller), row)
    }),
    createRoute(changeIssueView, ({ caller, params, body }) => {
      const { is_shared: isShared, ...fields } = body
      if (fields.query !== undefined) refuseUnreadable(fields.query)
      return store.transact(() => {
        const before = requireOwnView(store, caller, params.view_id)
        const memberId = isShared === undefined ? before.member_id : ownerOf(caller, isShared)
        const row = { ...before, ...fields, member_id: memberId, updated_at: clock() }
        refuseTakenName(store, row)
        if (row.member_id !== before.member_id) refuseMore(store, row)
        store.issueViews.update(row)
        if (memberId !== null) store.issueViews.forgetDefaultsOfOthers(row.id, memberId)
        return toIssueView(store, readerOf(caller), row)
      })
    }),
    createRoute(deleteIssueView, ({ caller, params }) =>
      store.transact(() => {
        const row = requireOwnView(store, caller, params.view_id)
        const view = toIssueView(store, readerOf(caller), row)
        store.issueViews.delete(row.id)
        return view
      }),
    ),
    createRoute(chooseDefaultIssueView, ({ caller, body: { view_id: viewId } }) => {
      const { memberId, organizationId } = readerOf(caller)
      if (memberId === null) throw new ServiceError('forbidden', { detail: 'API keys cannot set a default view' })
      const row = viewId === null ? undefined : requireView(store, { memberId, organizationId }, viewId)
      store.issueViews.chooseDefault(memberId, row?.id ?? null)
      return { view_id: row?.id ?? null }
    }),
  ]
}

function readerOf({ organizationId, actor }: ApiCaller): ViewReader {
  return { organizationId, memberId: actor?.kind === 'member' ? actor.id : null }
}

/**
 * Determines the owner of a view that the caller creates or changes.
 * @throws ServiceError `forbidden` if the view is shared and the caller may not change shared views; `invalid-body` if
 * an API key creates a private view.
 */
function ownerOf(caller: ApiCaller, isShared: boolean): string | null {
  const { memberId } = readerOf(caller)
  if (isShared) {
    if (!caller.scopes.has('issues:write')) throw new ServiceError('forbidden')
    return null
  }
  if (memberId !== null) return memberId
  const detail = 'must be true: API keys have no private views'
  throw new ServiceError('invalid-body', { faults: [{ in: 'body', name: '/is_shared', detail }] })
}

function requireView({ issueViews }: ViewStore, reader: ViewReader, id: string): IssueViewRow {
  const row = issueViews.find(reader, id.toLowerCase())
  if (row) return row
  throw new ServiceError('not-found', { detail: `No such view: ${id}` })
}

/** @throws ServiceError `not-found`; `forbidden` for a shared view if the caller may not change shared views. */
function requireOwnView(store: ViewStore, caller: ApiCaller, id: string): IssueViewRow {
  const row = requireView(store, readerOf(caller), id)
  if (row.member_id === null && !caller.scopes.has('issues:write')) throw new ServiceError('forbidden')
  return row
}

function refuseTakenName({ issueViews }: ViewStore, { id, name, ...row }: IssueViewRow): void {
  const owner = { organizationId: row.organization_id, memberId: row.member_id }
  const taken = issueViews.findByName(owner, name)
  if (taken === undefined || taken.id === id) return
  const whose = row.member_id === null ? 'The organization already has' : 'You already have'
  throw new ServiceError('conflict', { detail: `${whose} a view “${name}”` })
}

function refuseMore({ issueViews }: ViewStore, { organization_id: organizationId, member_id: memberId }: IssueViewRow) {
  const count = issueViews.count({ organizationId, memberId })
  enforceCapacity(memberId === null ? 'sharedIssueViews' : 'issueViews', count)
}

function refuseUnreadable(query: string): void {
  try {
    parseSearch(query)
  } catch (error) {
    if (!(error instanceof SearchSyntaxError)) throw error
    throw new ServiceError('invalid-body', { faults: [{ in: 'body', name: '/query', detail: error.message }] })
  }
}

function toIssueView({ issueViews }: ViewStore, { memberId }: ViewReader, row: IssueViewRow): IssueView {
  const { id, name, query, sort } = row
  return {
    id,
    name,
    query,
    sort,
    is_shared: row.member_id === null,
    is_default: memberId !== null && issueViews.findDefault(memberId) === id,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  }
}
