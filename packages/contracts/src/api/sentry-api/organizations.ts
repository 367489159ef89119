import { Type } from 'typebox'
import { Closed, Open, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { SentryOrganizationParameters, SentryProjectParameters } from './parameters.js'

const common = { tag: 'sentry-cli', rateLimit: 'query', method: 'get', query: Open({}), status: 200 } as const

export const readSentryOrganization = defineRoute({
  ...common,
  id: 'readSentryOrganization',
  path: '/api/0/organizations/{organization}/',
  scope: 'projects:read',
  summary: "The key's organization in the format of Sentry's clients",
  params: SentryOrganizationParameters,
  response: Closed({ id: Type.String(), slug: Type.String(), name: Type.String(), dateCreated: Timestamp }),
})

export const readSentryProject = defineRoute({
  ...common,
  id: 'readSentryProject',
  path: '/api/0/projects/{organization}/{project}/',
  scope: 'projects:read',
  summary: "A project in the format of Sentry's clients",
  params: SentryProjectParameters,
  response: Closed({
    id: Type.String({ description: 'Number in the DSN' }),
    slug: Type.String(),
    name: Type.String(),
    platform: Type.Null(),
    status: Type.String(),
    dateCreated: Timestamp,
    features: Type.Array(Type.String()),
    team: Type.Null(),
    organization: Closed({ id: Type.String(), slug: Type.String(), name: Type.String() }),
  }),
})

export const readSentryCaller = defineRoute({
  ...common,
  id: 'readSentryCaller',
  path: '/api/0/auth/',
  scope: 'projects:read',
  summary: "Owner of the key in the format of Sentry's clients",
  response: Closed({ id: Type.String(), name: Type.String(), username: Type.String(), email: Type.String() }),
})

export const listSentryRepositories = defineRoute({
  ...common,
  id: 'listSentryRepositories',
  path: '/api/0/organizations/{organization}/repos/',
  scope: 'changes:read',
  summary: "Repositories in the format of Sentry's clients",
  params: SentryOrganizationParameters,
  response: Type.Array(
    Closed({
      id: Type.String(),
      name: Type.String(),
      url: Type.Null(),
      provider: Closed({ id: Type.String(), name: Type.String() }),
      status: Type.String(),
      dateCreated: Timestamp,
    }),
  ),
})
