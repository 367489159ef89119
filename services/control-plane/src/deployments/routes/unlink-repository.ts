import { unlinkRepository as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireProject } from '../../projects/find-project.js'
import { unlinkRepository } from '../repositories/link-repository.js'
import { readRepository } from '../repositories/repository-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createUnlinkRepository({ store }: RouteDependencies): Route {
  return createRoute(contract, ({ caller, params }) => {
    const { id } = requireProject(store.projects, caller.organizationId, params.project_id)
    return readRepository(store, unlinkRepository(store, { projectId: id, repositoryId: params.repository_id }))
  })
}
