import { linkRepository as contract } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireProject } from '../../projects/find-project.js'
import { linkRepository } from '../repositories/link-repository.js'
import { readRepository } from '../repositories/repository-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createLinkRepository({ store, clock }: RouteDependencies): Route {
  return createRoute(contract, ({ caller: { organizationId }, params, body }) => {
    const { id } = requireProject(store.projects, organizationId, params.project_id)
    const row = linkRepository(store, id, { organizationId, fullName: body.full_name, now: clock() })
    return readRepository(store, row)
  })
}
