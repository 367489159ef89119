import { listRepositories } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import type { RouteDependencies } from './dependencies.js'

export function createListRepositories({ store }: RouteDependencies): Route {
  return createRoute(listRepositories, ({ caller }) => ({
    repositories: store.repositories.list(caller.organizationId).map(({ id, full_name, project_id, created_at }) => ({
      id,
      full_name,
      project_id,
      created_at: new Date(created_at).toISOString(),
    })),
  }))
}
