import { listSentryRepositories, readSentryCaller, readSentryOrganization } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireOwnOrganization, slugOf } from '../sentry-cli/find-by-slug.js'
import { createReleaseRoutes, type ReleaseRouteDependencies } from './release-routes.js'

/** What Sentry's clients ask beside uploads: releases, commits, deploys, and who they are talking to. */
export function createSentryApiRoutes(dependencies: ReleaseRouteDependencies): Route[] {
  const { store } = dependencies
  return [
    createRoute(readSentryOrganization, ({ caller, params }) => {
      const { id, name, created_at } = requireOwnOrganization(store, caller.organizationId, params.organization)
      return { id, slug: slugOf(name), name, dateCreated: new Date(created_at).toISOString() }
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
        dateCreated: new Date(created_at).toISOString(),
      }))
    }),
    ...createReleaseRoutes(dependencies),
  ]
}
