import {
  changeSentryIssues,
  listSentryIssues,
  listSentryOrganizationIssues,
  listSentryOrganizations,
  listSentryProjects,
  listSentryRepositories,
  readSentryCaller,
  readSentryInfo,
  readSentryOrganization,
  readSentryProject,
  toTimestamp,
} from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeListedIssues } from './change-listed-issues.js'
import { requireOwnOrganization, slugOf } from '../identity/organization-slug.js'
import { listAsSentry, listOfOrganization, type SentryListing } from './list-as-sentry.js'
import type { IssueListing } from '../issues/list/list-issues.js'
import { requireProjectBySlug } from '../projects/find-by-slug.js'
import { createReleaseRoutes } from './release-routes.js'

/** Routes of the Sentry API that Sentry's own tools call, except uploads: see `artifacts/routes.ts`. */
export function createSentryApiRoutes(dependencies: SentryListing): Route[] {
  return [
    createRoute(readSentryInfo, ({ caller }) => ({ version: '0', auth: { scopes: [...caller.scopes] }, user: null })),
    createListOrganizations(dependencies),
    createListProjects(dependencies),
    createRoute(listSentryIssues, (input) => listAsSentry(dependencies, input)),
    createRoute(listSentryOrganizationIssues, (input) => listOfOrganization(dependencies, input)),
    createRoute(changeSentryIssues, (input) => changeListedIssues(dependencies, input)),
    ...createCallerRoutes(dependencies),
    ...createReleaseRoutes(dependencies),
  ]
}

/** A key belongs to a single organization. */
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

/** Routes that describe the caller and the contents of the organization. */
function createCallerRoutes({ store }: Pick<IssueListing, 'store'>): Route[] {
  return [
    createRoute(readSentryOrganization, ({ caller, params }) => {
      const { id, name, created_at } = requireOwnOrganization(store, caller.organizationId, params.organization)
      return { id, slug: slugOf(name), name, dateCreated: toTimestamp(created_at) }
    }),
    createRoute(readSentryProject, ({ caller: { organizationId }, params }) => {
      const { number, name, created_at } = requireProjectBySlug(store, organizationId, params)
      const own = requireOwnOrganization(store, organizationId, params.organization)
      return {
        id: String(number),
        slug: slugOf(name),
        name,
        platform: null,
        status: 'active',
        dateCreated: toTimestamp(created_at),
        features: [],
        team: null,
        organization: { id: own.id, slug: slugOf(own.name), name: own.name },
      }
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
