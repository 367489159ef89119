import {
  changeSentryIssues,
  listSentryIssues,
  listSentryOrganizations,
  listSentryProjects,
  listSentryRepositories,
  readSentryCaller,
  readSentryInfo,
  readSentryOrganization,
  toTimestamp,
} from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeListedIssues } from './change-listed-issues.js'
import { requireOwnOrganization, slugOf } from '../identity/organization-slug.js'
import { listAsSentry } from './list-as-sentry.js'
import type { IssueListing } from '../issues/list/list-issues.js'
import { createReleaseRoutes } from './release-routes.js'

/** The routes of the Sentry API that its own tools ask, uploads excepted: see `artifacts/routes.ts`. */
export function createSentryApiRoutes(dependencies: IssueListing): Route[] {
  return [
    createRoute(readSentryInfo, ({ caller }) => ({ version: '0', auth: { scopes: [...caller.scopes] }, user: null })),
    createListOrganizations(dependencies),
    createListProjects(dependencies),
    createRoute(listSentryIssues, (input) => listAsSentry(dependencies, input)),
    createRoute(changeSentryIssues, (input) => changeListedIssues(dependencies, input)),
    ...createCallerRoutes(dependencies),
    ...createReleaseRoutes(dependencies),
  ]
}

/** A key is of one organization. */
function createListOrganizations({ store }: Pick<IssueListing, 'store'>): Route {
  return createRoute(listSentryOrganizations, ({ caller: { organizationId } }) => {
    const row = store.organizations.find(organizationId)
    if (row === undefined) return []
    return [
      {
        id: row.id,
        slug: slugOf(row.name),
        name: row.name,
        dateCreated: toTimestamp(row.created_at),
        isEarlyAdopter: false,
        require2FA: false,
        requireEmailVerification: false,
        features: [],
      },
    ]
  })
}

function createListProjects({ store }: Pick<IssueListing, 'store'>): Route {
  return createRoute(listSentryProjects, ({ caller: { organizationId }, params }) => {
    requireOwnOrganization(store, organizationId, params.organization)
    return store.projects.list(organizationId).map(({ number, name }) => {
      return { id: String(number), slug: slugOf(name), name, team: null }
    })
  })
}

/** Who the caller is, and what belongs to the organization. */
function createCallerRoutes({ store }: Pick<IssueListing, 'store'>): Route[] {
  return [
    createRoute(readSentryOrganization, ({ caller, params }) => {
      const { id, name, created_at } = requireOwnOrganization(store, caller.organizationId, params.organization)
      return { id, slug: slugOf(name), name, dateCreated: toTimestamp(created_at) }
    }),
    createRoute(readSentryCaller, ({ caller: { keyId, actor } }) => {
      const name = actor?.name ?? 'API key'
      return { id: keyId, name, username: name, email: '' }
    }),
    createRoute(listSentryRepositories, ({ caller: { organizationId }, params }) => {
      requireOwnOrganization(store, organizationId, params.organization)
      return store.repositories.list(organizationId).map(({ id, full_name: name, created_at }) => ({
        id,
        name,
        url: null,
        provider: { id: 'integrations:signalbox', name: 'Signalbox' },
        status: 'active',
        dateCreated: toTimestamp(created_at),
      }))
    }),
  ]
}
