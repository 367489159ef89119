import { listProjectRepositories } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireProject } from '../../projects/find-project.js'
import { readRepositories } from '../repositories/repository-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListProjectRepositories({ store }: RouteDependencies): Route {
  return createRoute(listProjectRepositories, ({ caller: { organizationId }, params }) => {
    const { id } = requireProject(store.projects, organizationId, params.project_id)
    return { repositories: readRepositories(store, organizationId, store.repositories.listProjectRepositories(id)) }
  })
}
