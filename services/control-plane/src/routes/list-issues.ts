import { isUuid, listIssues, ServiceError } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toIssue } from '../issues/issue-shape.js'
import { requireProject } from '../projects/find-project.js'
import type { RouteDependencies } from './dependencies.js'

export function createListIssues({ store }: RouteDependencies): Route {
  return createRoute(listIssues, ({ caller: { organizationId }, query }) => {
    const { project_id: idOrNumber, limit, offset } = query
    if (idOrNumber !== undefined) refuseOddProjectId(idOrNumber)
    const project = idOrNumber === undefined ? undefined : requireProject(store.projects, organizationId, idOrNumber)
    const scope = { organizationId, projectId: project?.id }
    const rows = store.issues.list({ ...scope, limit, offset })
    const total = store.issues.count(scope)
    return { issues: rows.map((row) => toIssue(store, row)), total, has_more: offset + rows.length < total }
  })
}

function refuseOddProjectId(text: string): void {
  if (isUuid(text) || /^[1-9]\d*$/.test(text)) return
  const detail = "must be a project's id or its DSN number"
  throw new ServiceError('invalid-parameters', { faults: [{ in: 'query', name: 'project_id', detail }] })
}
