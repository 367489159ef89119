import { listChanges } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { readEntry } from '../changes/change-shape.js'
import { readTimeRange } from '../changes/time-range.js'
import { readProjectFilter } from '../../projects/find-project.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListChanges({ store, clock }: RouteDependencies): Route {
  return createRoute(listChanges, ({ caller: { organizationId }, query }) => {
    const { kind, service, repository, limit, offset } = query
    const projectId = readProjectFilter(store.projects, organizationId, query.project_id)?.id
    const filter = { organizationId, ...readTimeRange(query, clock()), kind, service, repository, projectId }
    const entries = store.changes.listTimeline({ ...filter, limit, offset })
    const total = store.changes.countTimeline(filter)
    const changes = entries.flatMap((entry) => readEntry(store, organizationId, entry))
    return { changes, total, has_more: offset + entries.length < total }
  })
}
