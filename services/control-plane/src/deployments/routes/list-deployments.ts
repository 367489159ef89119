import { listDeployments } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { readTimeRange } from '../changes/time-range.js'
import { toDeployment } from '../deployment-shape.js'
import { readProjectFilter } from '../../projects/find-project.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListDeployments({ store, clock }: RouteDependencies): Route {
  return createRoute(listDeployments, ({ caller: { organizationId }, query }) => {
    const { service, environment, repository, status, limit, offset } = query
    const projectId = readProjectFilter(store.projects, organizationId, query.project_id)?.id
    const range = readTimeRange(query, clock())
    const filter = { organizationId, ...range, service, environment, repository, projectId, status }
    const rows = store.deployments.list({ ...filter, limit, offset })
    const total = store.deployments.count(filter)
    return { deployments: rows.map(toDeployment), total, has_more: offset + rows.length < total }
  })
}
