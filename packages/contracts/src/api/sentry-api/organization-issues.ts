import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, Open, Timestamp } from '../../schema.js'
import { LinkedPageOf } from '../http/linked-page.js'
import { defineRoute } from '../http/route.js'
import { SentryOrganizationParameters } from './parameters.js'
import { SentryIssue } from './sentry-cli.js'

/** An issue as Sentry's newer client lists it: across projects, so its id is the issue's own id. */
export const SentryOrganizationIssue = Closed({
  ...SentryIssue.properties,
  id: Type.String(),
  firstSeen: Timestamp,
  count: Type.String({ description: 'Events of the last 90 days' }),
  userCount: Type.Integer(),
  culprit: Type.String(),
  permalink: Type.String(),
  project: Closed({ id: Type.String(), slug: Type.String(), name: Type.String() }),
})
export type SentryOrganizationIssue = Static<typeof SentryOrganizationIssue>

export const listSentryOrganizationIssues = defineRoute({
  id: 'listSentryOrganizationIssues',
  tag: 'sentry-cli',
  rateLimit: 'query',
  method: 'get',
  path: '/api/0/organizations/{organization}/issues/',
  scope: 'issues:read',
  summary: "The organization's issues in the format of Sentry's clients, most recently seen first",
  params: SentryOrganizationParameters,
  query: Open({
    query: Type.String({ maxLength: limits.search.lengthMax, default: '', description: 'Search; all if empty' }),
    project: Type.Optional(
      Type.Array(Type.String({ maxLength: 64, description: 'Project number; -1 for all' }), { maxItems: 1 }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: limits.page.sizeMax, default: 25 }),
    cursor: Type.String({
      pattern: '^(?:\\d{1,6}:\\d{1,6}:\\d)?$',
      default: '',
      description: 'Cursor from the `Link` header; empty for the first page',
    }),
  }),
  status: 200,
  response: LinkedPageOf(SentryOrganizationIssue),
})
