import type { Route } from '@signalbox/service-kit'
import { createCreateApiKey } from './create-api-key.js'
import { createCreateTelemetryProject } from './create-telemetry-project.js'
import type { RouteDependencies } from './dependencies.js'
import { createListApiKeys } from './list-api-keys.js'
import { createListTelemetryProjects } from './list-telemetry-projects.js'
import { createReadOrganization } from './read-organization.js'
import { createRevokeApiKey } from './revoke-api-key.js'

/** All routes of the control plane. */
export function createRoutes(dependencies: RouteDependencies): Route[] {
  return [
    createReadOrganization(dependencies),
    createListApiKeys(dependencies),
    createCreateApiKey(dependencies),
    createRevokeApiKey(dependencies),
    createListTelemetryProjects(dependencies),
    createCreateTelemetryProject(dependencies),
  ]
}
