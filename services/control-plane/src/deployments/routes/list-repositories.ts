import { listRepositories } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { readRepositories } from '../repositories/repository-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListRepositories({ store }: RouteDependencies): Route {
  return createRoute(listRepositories, ({ caller: { organizationId } }) => ({
    repositories: readRepositories(store, organizationId, store.repositories.list(organizationId)),
  }))
}
