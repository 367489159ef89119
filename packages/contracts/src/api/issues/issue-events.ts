import { Type } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { ErrorEvent } from '../../telemetry/error.js'
import { IssueIdOrName } from './issues.js'
import { LimitParameter, timeRangeParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { EventDetail } from '../queries/event-detail.js'
import { sinceWordsOfIssues } from './issue-counts.js'

const shared = { tag: 'Issues', method: 'get', scope: 'telemetry:read', rateLimit: 'query', status: 200 } as const
const IssueParameters = Closed({ issue_id: IssueIdOrName })

const searchParameters = {
  ...timeRangeParameters(sinceWordsOfIssues, '90d'),
  search: Type.Optional(
    Type.String({
      maxLength: limits.search.lengthMax,
      description: 'Only events that match this search, such as `release:web@1.2.* !environment:staging`',
    }),
  ),
}

export const listIssueEvents = defineRoute({
  ...shared,
  id: 'listIssueEvents',
  path: '/api/v1/issues/{issue_id}/events/',
  summary: 'Events of an issue, newest first',
  params: IssueParameters,
  query: Closed({
    ...searchParameters,
    limit: LimitParameter(limits.issue.eventsDefault, limits.issue.eventsMax),
    cursor: Type.Optional(
      Type.String({
        pattern: '^\\d{1,15}-[0-9a-f]{32}$',
        description: '`next_cursor` of the previous page',
      }),
    ),
  }),
  response: Closed({
    events: Type.Array(ErrorEvent),
    next_cursor: NullableOf(
      Type.String({ description: 'Cursor of the page with older events; null if there are none' }),
    ),
  }),
})

export const readIssueEvent = defineRoute({
  ...shared,
  id: 'readIssueEvent',
  path: '/api/v1/issues/{issue_id}/events/{event_id}/',
  summary: 'Get an event of an issue with all its details',
  description:
    '`latest`, `oldest` and `recommended` are accepted as ids. The recommended event is the recent one with ' +
    'the most context: a stack trace, a user, a release and a trace.',
  params: Closed({
    ...IssueParameters.properties,
    event_id: Type.String({
      pattern: '^(?:latest|oldest|recommended|[0-9a-fA-F]{32}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
      description: '32 hex digits, with or without dashes, or `latest`, `oldest`, `recommended`',
    }),
  }),
  response: Closed({
    ...EventDetail.properties,
    older_event_id: NullableOf(Type.String({ description: 'Previous event of the issue' })),
    newer_event_id: NullableOf(Type.String({ description: 'Next event of the issue' })),
  }),
})

const TagValue = Closed({
  value: Type.String(),
  events: Type.Integer({ description: 'Events with this value, including events represented by flood samples' }),
  share: Type.Number({ description: 'Fraction of the counted events, 0 to 1' }),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
})

const counted = {
  events: Type.Integer({ description: 'Number of counted events' }),
  is_sampled: Type.Boolean({
    description: `Whether only the newest ${limits.issue.taggedEventsMax} events were counted`,
  }),
}

const tagFields = {
  key: Type.String(),
  events: Type.Integer({ description: 'Events that have the tag' }),
  unique_values: Type.Integer({ description: 'Number of distinct values' }),
  values: Type.Array(TagValue, { description: 'Most frequent first' }),
}

const description =
  'Covers tags and the standard fields of events: `level`, `release`, `environment`, `transaction`, ' +
  '`server_name`, `sdk` and `user`.'

export const listIssueTags = defineRoute({
  ...shared,
  id: 'listIssueTags',
  path: '/api/v1/issues/{issue_id}/tags/',
  summary: 'Tag distribution of an issue',
  description,
  params: IssueParameters,
  query: Closed(searchParameters),
  response: Closed({
    ...counted,
    tags: Type.Array(Closed(tagFields), { description: 'Most frequent first, ties by key' }),
  }),
})

export const readIssueTag = defineRoute({
  ...shared,
  id: 'readIssueTag',
  path: '/api/v1/issues/{issue_id}/tags/{key}/',
  summary: 'Value distribution of one tag of an issue',
  description,
  params: Closed({ ...IssueParameters.properties, key: Type.String({ minLength: 1, maxLength: 200 }) }),
  query: Closed({
    ...searchParameters,
    limit: LimitParameter(limits.issue.tagValuesDefault, limits.issue.tagValuesMax),
  }),
  response: Closed({
    is_sampled: counted.is_sampled,
    issue_events: counted.events,
    ...tagFields,
  }),
})
