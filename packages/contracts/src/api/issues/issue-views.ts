import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { NameText } from '../http/texts.js'
import { issueSorts } from './issue-ranking.js'

const Search = Type.String({
  maxLength: limits.search.lengthMax,
  description: 'Search for issues, see docs/issue-search.md; empty finds all',
  examples: ['is:unresolved level:error'],
})
const Sort = OneOf(issueSorts, { description: 'Order of the list' })
const Shared = Type.Boolean({ description: 'Whether all of the organization see it; else one member alone' })

/** A search for issues with a name. */
export const IssueView = Closed({
  id: Type.String(),
  name: Type.String(),
  query: Search,
  sort: Sort,
  is_shared: Shared,
  is_default: Type.Boolean({ description: 'Whether the list of issues opens with it, for the member who asks' }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type IssueView = Static<typeof IssueView>

const common = { tag: 'Issues', rateLimit: 'query', scope: 'issues:read' } as const
const ViewParameters = Closed({ view_id: Type.String({ format: 'uuid' }) })
const whoMay =
  'A member keeps views of their own with any role; what is shared is changed with `issues:write`. API keys have no views' +
  ' of their own.'

export const listIssueViews = defineRoute({
  ...common,
  id: 'listIssueViews',
  method: 'get',
  path: '/api/v1/issue-views/',
  summary: 'Saved searches for issues',
  description: 'Those of the organization and of the member who asks, by name.',
  status: 200,
  response: Closed({ views: Type.Array(IssueView) }),
})

export const createIssueView = defineRoute({
  ...common,
  id: 'createIssueView',
  method: 'post',
  path: '/api/v1/issue-views/',
  summary: 'Save a search for issues',
  description: whoMay,
  body: Closed({
    name: NameText('Name of the view'),
    query: Search,
    sort: Type.Optional(Sort),
    is_shared: Type.Optional(Shared),
  }),
  conflict: 'There is a view of this name, or there are as many as there may be',
  status: 201,
  response: IssueView,
})

export const changeIssueView = defineRoute({
  ...common,
  id: 'changeIssueView',
  method: 'patch',
  path: '/api/v1/issue-views/{view_id}/',
  summary: 'Rename, change, share or stop sharing a saved search',
  description: `${whoMay} Who stops sharing a view has it for themselves; for others it is gone.`,
  params: ViewParameters,
  body: Closed(
    {
      name: Type.Optional(NameText('Name of the view')),
      query: Type.Optional(Search),
      sort: Type.Optional(Sort),
      is_shared: Type.Optional(Shared),
    },
    { minProperties: 1 },
  ),
  conflict: 'There is another view of this name, or there are as many as there may be',
  status: 200,
  response: IssueView,
})

export const deleteIssueView = defineRoute({
  ...common,
  id: 'deleteIssueView',
  method: 'delete',
  path: '/api/v1/issue-views/{view_id}/',
  summary: 'Delete a saved search',
  description: whoMay,
  params: ViewParameters,
  status: 200,
  response: IssueView,
})

export const chooseDefaultIssueView = defineRoute({
  ...common,
  id: 'chooseDefaultIssueView',
  method: 'put',
  path: '/api/v1/default-issue-view/',
  summary: 'Choose the search that the list of issues opens with',
  description: 'For the member who asks: 403 to API keys.',
  body: Closed({
    view_id: NullableOf(Type.String({ format: 'uuid', description: 'Null for the one of the interface' })),
  }),
  status: 200,
  response: Closed({ view_id: NullableOf(Type.String()) }),
})
