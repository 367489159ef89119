import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, NullableOf, OneOf, Open, Timestamp } from '../../schema.js'
import { LinkedPageOf } from '../http/linked-page.js'
import { defineRoute } from '../http/route.js'

/**
 * The requests and responses of sentry-cli, in its own format: bodies and queries may contain fields that are not used
 * here.
 */
const common = { tag: 'sentry-cli', rateLimit: 'query', query: Open({}) } as const

const OrganizationParameter = Type.String({
  minLength: 1,
  maxLength: 250,
  description: 'Organization id, or its name in lower case with dashes in place of anything but letters and digits',
})
const ProjectParameters = Closed({
  organization: OrganizationParameter,
  project: Type.String({
    minLength: 1,
    maxLength: 250,
    description: 'Project id, DSN number, or its name in lower case with dashes',
  }),
})

export const readSentryInfo = defineRoute({
  ...common,
  id: 'readSentryInfo',
  method: 'get',
  path: '/api/0/',
  scope: 'projects:read',
  summary: 'Permissions of the key, as requested by `sentry-cli info`',
  status: 200,
  response: Closed({
    version: Type.String(),
    auth: Closed({ scopes: Type.Array(Type.String()) }),
    user: Type.Null(),
  }),
})

export const listSentryOrganizations = defineRoute({
  ...common,
  id: 'listSentryOrganizations',
  method: 'get',
  path: '/api/0/organizations/',
  scope: 'projects:read',
  summary: "The key's organization in the format of sentry-cli",
  status: 200,
  response: Type.Array(
    Closed({
      id: Type.String(),
      slug: Type.String(),
      name: Type.String(),
      dateCreated: Timestamp,
      isEarlyAdopter: Type.Boolean(),
      require2FA: Type.Boolean(),
      requireEmailVerification: Type.Boolean(),
      features: Type.Array(Type.String()),
    }),
  ),
})

export const listSentryProjects = defineRoute({
  ...common,
  id: 'listSentryProjects',
  method: 'get',
  path: '/api/0/organizations/{organization}/projects/',
  scope: 'projects:read',
  summary: 'Projects in the format of sentry-cli',
  params: Closed({ organization: OrganizationParameter }),
  status: 200,
  response: Type.Array(
    Closed({
      id: Type.String({ description: 'Number in the DSN' }),
      slug: Type.String(),
      name: Type.String(),
      team: Type.Null(),
    }),
  ),
})

const sentryStatuses = ['resolved', 'muted', 'unresolved'] as const

export const SentryIssue = Closed({
  id: Type.String({ description: 'Number of the issue within its project' }),
  shortId: Type.String(),
  title: Type.String(),
  lastSeen: Timestamp,
  status: OneOf(sentryStatuses),
  level: Type.String(),
})
export type SentryIssue = Static<typeof SentryIssue>

export const listSentryIssues = defineRoute({
  ...common,
  id: 'listSentryIssues',
  method: 'get',
  path: '/api/0/projects/{organization}/{project}/issues/',
  scope: 'issues:read',
  summary: 'Issues of a project in the format of sentry-cli, most recently seen first',
  params: ProjectParameters,
  query: Open({
    query: Type.String({ maxLength: limits.search.lengthMax, default: '', description: 'Search; all if empty' }),
    cursor: Type.String({
      pattern: '^(?:\\d{1,6}:\\d{1,6}:\\d)?$',
      default: '',
      description: 'Cursor from the `Link` header; empty for the first page',
    }),
  }),
  status: 200,
  response: LinkedPageOf(SentryIssue),
})

export const changeSentryIssues = defineRoute({
  ...common,
  id: 'changeSentryIssues',
  method: 'put',
  path: '/api/0/projects/{organization}/{project}/issues/',
  scope: 'issues:write',
  summary: 'Resolve, mute or reopen issues of a project, as sentry-cli does',
  description:
    'Without an id, changes all issues that do not have the new status yet, limited to those with `status` ' +
    `if given: at most ${limits.issue.changedAtOnceMax}, last first seen first.`,
  params: ProjectParameters,
  query: Open({
    id: Type.Optional(
      Type.Array(Type.String({ pattern: '^[1-9]\\d{0,9}$', description: 'Issue number; may be repeated' }), {
        maxItems: limits.issue.changedAtOnceMax,
      }),
    ),
    status: Type.Optional(OneOf([...sentryStatuses, 'ignored'], { description: 'Only issues with this status' })),
  }),
  body: Open({
    status: OneOf([...sentryStatuses, 'ignored', 'resolvedInNextRelease']),
    snoozeDuration: Type.Optional(
      NullableOf(
        Type.Integer({
          minimum: 1,
          maximum: limits.issue.archivedDaysMax * 1_440,
          description: 'Minutes, for muted issues; null for no end',
        }),
      ),
    ),
  }),
  status: 200,
  response: Closed({ status: Type.String({ description: 'As in the request' }), changed: Type.Integer() }),
})

export const SentryEvent = Closed({
  eventID: Type.String(),
  dateCreated: Timestamp,
  title: Type.String(),
  tags: Type.Array(Closed({ key: Type.String(), value: Type.String() })),
  user: NullableOf(
    Closed({
      id: NullableOf(Type.String()),
      username: NullableOf(Type.String()),
      email: NullableOf(Type.String()),
      ip_address: NullableOf(Type.String()),
    }),
  ),
})
export type SentryEvent = Static<typeof SentryEvent>

export const listSentryEvents = defineRoute({
  ...common,
  id: 'listSentryEvents',
  method: 'get',
  path: '/api/0/projects/{organization}/{project}/events/',
  scope: 'telemetry:read',
  summary: 'Errors of a project in the format of sentry-cli, newest first',
  params: ProjectParameters,
  query: Open({
    cursor: Type.String({
      pattern: '^(?:\\d{1,15}-[0-9a-f]{32})?$',
      default: '',
      description: 'Cursor from the `Link` header; empty for the first page',
    }),
  }),
  status: 200,
  response: LinkedPageOf(SentryEvent),
})

export const readSentryEvent = defineRoute({
  ...common,
  id: 'readSentryEvent',
  method: 'get',
  path: '/api/0/projects/{organization}/{project}/events/{event_id}/json/',
  scope: 'telemetry:read',
  summary: 'A stored event in the format of sentry-cli',
  params: Closed({
    ...ProjectParameters.properties,
    event_id: Type.String({
      pattern: '^(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
      description: '32 hex digits, with or without dashes',
    }),
  }),
  status: 200,
  response: MapOf(Type.Unknown()),
})
