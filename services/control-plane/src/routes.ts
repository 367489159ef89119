import {
  ServiceError,
  createApiKey,
  createTelemetryProject,
  listApiKeys,
  listTelemetryProjects,
  readOrganization,
  revokeApiKey,
} from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import type { ApiKeys } from './keys/api-keys.js'
import type { Projects } from './projects/projects.js'
import type { OrganizationStore } from './store/organizations.js'

export interface RouteParts {
  organizations: OrganizationStore
  apiKeys: ApiKeys
  projects: Projects
}

/** Every route of the control plane. */
export function createControlPlaneRoutes({ organizations, apiKeys, projects }: RouteParts): Route[] {
  return [
    createRoute(readOrganization, ({ caller }) => {
      const row = organizations.find(caller.organizationId)
      if (row === undefined) throw new ServiceError('not-found')
      return { id: row.id, name: row.name, created_at: new Date(row.created_at).toISOString() }
    }),
    createRoute(listApiKeys, ({ caller }) => ({ api_keys: apiKeys.list(caller.organizationId) })),
    createRoute(createApiKey, ({ caller, body }) => apiKeys.create(caller, body)),
    createRoute(revokeApiKey, ({ caller, params }) => apiKeys.revoke(caller.organizationId, params.key_id)),
    createRoute(listTelemetryProjects, ({ caller }) => ({ projects: projects.list(caller.organizationId) })),
    createRoute(createTelemetryProject, ({ caller, body }) => projects.create(caller.organizationId, body.name)),
  ]
}
