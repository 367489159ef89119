import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { NameText } from '../http/texts.js'
import { issueSorts } from './issue-ranking.js'

const Search = Type.String({
  maxLength: limits.search.lengthMax,
  description: 'Issue search, see docs/issue-search.md; empty matches all issues',
  examples: ['is:unresolved level:error'],
})
const Sort = OneOf(issueSorts, { description: 'Sort order of the list' })
const Shared = Type.Boolean({ description: 'Whether the view is shared with the organization or private to a member' })

/** A named issue search. */
export const IssueView = Closed({
  id: Type.String(),
  name: Type.String(),
  query: Search,
  sort: Sort,
  is_shared: Shared,
  is_default: Type.Boolean({ description: 'Whether the issue list opens with this view for the calling member' }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type IssueView = Static<typeof IssueView>

const common = { tag: 'Issues', rateLimit: 'query', scope: 'issues:read' } as const
const ViewParameters = Closed({ view_id: Type.String({ format: 'uuid' }) })
const whoMay =
  'Any member can keep private views; changing shared views requires `issues:write`. API keys have no ' +
  'private views.'

export const listIssueViews = defineRoute({
  ...common,
  id: 'listIssueViews',
  method: 'get',
  path: '/api/v1/issue-views/',
  summary: 'Saved issue searches',
  description: "Shared views and the calling member's own, ordered by name.",
  status: 200,
  response: Closed({ views: Type.Array(IssueView) }),
})

export const createIssueView = defineRoute({
  ...common,
  id: 'createIssueView',
  method: 'post',
  path: '/api/v1/issue-views/',
  summary: 'Save an issue search',
  description: whoMay,
  body: Closed({
    name: NameText('Name of the view'),
    query: Search,
    sort: Type.Optional(Sort),
    is_shared: Type.Optional(Shared),
  }),
  conflict: 'A view with this name exists, or the limit of views is reached',
  status: 201,
  response: IssueView,
})

export const changeIssueView = defineRoute({
  ...common,
  id: 'changeIssueView',
  method: 'patch',
  path: '/api/v1/issue-views/{view_id}/',
  summary: 'Rename, edit, share or unshare a saved search',
  description: `${whoMay} A member who unshares a view keeps it as a private view; it disappears for everyone else.`,
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
  conflict: 'Another view with this name exists, or the limit of views is reached',
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
  summary: 'Set the default view of the issue list',
  description: 'Applies to the calling member; API keys get 403.',
  body: Closed({
    view_id: NullableOf(Type.String({ format: 'uuid', description: 'Null for the built-in default' })),
  }),
  status: 200,
  response: Closed({ view_id: NullableOf(Type.String()) }),
})
