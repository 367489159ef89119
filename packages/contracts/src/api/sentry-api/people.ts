import { Type } from 'typebox'
import { Closed, Open, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { SentryOrganizationParameters } from './parameters.js'

const common = { tag: 'sentry-cli', rateLimit: 'query', method: 'get', query: Open({}), status: 200 } as const

export const readSentryOrganization = defineRoute({
  ...common,
  id: 'readSentryOrganization',
  path: '/api/0/organizations/{organization}/',
  scope: 'projects:read',
  summary: 'The organization of the key, as Sentry’s clients read it',
  params: SentryOrganizationParameters,
  response: Closed({ id: Type.String(), slug: Type.String(), name: Type.String(), dateCreated: Timestamp }),
})

export const readSentryCaller = defineRoute({
  ...common,
  id: 'readSentryCaller',
  path: '/api/0/auth/',
  scope: 'projects:read',
  summary: 'Whose key it is, as Sentry’s clients read it',
  response: Closed({ id: Type.String(), name: Type.String(), username: Type.String(), email: Type.String() }),
})

export const listSentryRepositories = defineRoute({
  ...common,
  id: 'listSentryRepositories',
  path: '/api/0/organizations/{organization}/repos/',
  scope: 'changes:read',
  summary: 'Repositories, as Sentry’s clients read them',
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
