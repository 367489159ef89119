import {
  changeDeployment,
  createDeployment,
  linkRepository as linkRepositoryContract,
  listChanges,
  listDeployments,
  listProjectRepositories,
  listRepositories,
  readDeployment,
  recordChanges,
  toTimestamp,
  unlinkRepository as unlinkRepositoryContract,
} from '@signalbox/contracts'
import { type Clock, createRoute, type Route } from '@signalbox/service-kit'
import { readProjectFilter, requireProject } from '../projects/find-project.js'
import { announceOrRevise } from './announce-deployment.js'
import { changeStatus, requireDeployment } from './change-status.js'
import { readEntry } from './change-shape.js'
import { recordChangeBatch } from './record-changes.js'
import { fitResponse } from '../lists/fit-response.js'
import { readTimeRange } from '../lists/time-range.js'
import { readDeploymentDetail, toDeployment } from './deployment-shape.js'
import { linkRepository, unlinkRepository } from './repositories/link-repository.js'
import { readRepositories, readRepository } from './repositories/repository-shape.js'
import type { DeploymentStores } from './store/deployment-stores.js'

/** Dependencies of the routes for deployments, changes and repositories. */
export interface DeploymentRouteDependencies {
  store: DeploymentStores
  clock: Clock
}

/** Routes for deployments, changes and repositories. */
export function createDeploymentRoutes(dependencies: DeploymentRouteDependencies): Route[] {
  return [...createChangeRoutes(dependencies), ...createRepositoryRoutes(dependencies)]
}

function createChangeRoutes({ store, clock }: DeploymentRouteDependencies): Route[] {
  return [
    createRoute(listDeployments, ({ caller: { organizationId }, query }) => {
      const { service, environment, repository, status, limit, offset } = query
      const projectId = readProjectFilter(store.projects, organizationId, query.project_id)?.id
      const range = readTimeRange(query, clock())
      const filter = { organizationId, ...range, service, environment, repository, projectId, status }
      const rows = store.deployments.list({ ...filter, limit, offset })
      const total = store.deployments.count(filter)
      const { shown: deployments, covered } = fitResponse(rows, (row) => [toDeployment(row)])
      return { deployments, total, has_more: offset + covered < total }
    }),
    createRoute(createDeployment, ({ caller: { organizationId }, body }) => {
      const { id, status, created_at } = announceOrRevise(store, { organizationId, request: body, now: clock() })
      return { id, status, created_at: toTimestamp(created_at) }
    }),
    createRoute(readDeployment, ({ caller, params }) =>
      readDeploymentDetail(store, requireDeployment(store, caller.organizationId, params.deployment_id)),
    ),
    createRoute(changeDeployment, ({ caller: { organizationId }, params: { deployment_id: id }, body }) => {
      const { status, external_url: externalUrl } = body
      return readDeploymentDetail(store, changeStatus(store, { organizationId, id, status, externalUrl, now: clock() }))
    }),
    createRoute(listChanges, ({ caller: { organizationId }, query }) => {
      const { kind, service, repository, limit, offset } = query
      const projectId = readProjectFilter(store.projects, organizationId, query.project_id)?.id
      const filter = { organizationId, ...readTimeRange(query, clock()), kind, service, repository, projectId }
      const entries = store.changes.listTimeline({ ...filter, limit, offset })
      const total = store.changes.countTimeline(filter)
      const { shown: changes, covered } = fitResponse(entries, (entry) => readEntry(store, organizationId, entry))
      return { changes, total, has_more: offset + covered < total }
    }),
    createRoute(recordChanges, ({ caller: { organizationId }, body }) =>
      recordChangeBatch(store, { organizationId, items: body.changes, now: clock() }),
    ),
  ]
}

function createRepositoryRoutes({ store, clock }: DeploymentRouteDependencies): Route[] {
  return [
    createRoute(listRepositories, ({ caller: { organizationId } }) => ({
      repositories: readRepositories(store, organizationId, store.repositories.list(organizationId)),
    })),
    createRoute(listProjectRepositories, ({ caller: { organizationId }, params }) => {
      const { id } = requireProject(store.projects, organizationId, params.project_id)
      return { repositories: readRepositories(store, organizationId, store.repositories.listProjectRepositories(id)) }
    }),
    createRoute(linkRepositoryContract, ({ caller: { organizationId }, params, body }) => {
      const { id } = requireProject(store.projects, organizationId, params.project_id)
      const row = linkRepository(store, id, { organizationId, fullName: body.full_name, now: clock() })
      return readRepository(store, row)
    }),
    createRoute(unlinkRepositoryContract, ({ caller, params }) => {
      const { id } = requireProject(store.projects, caller.organizationId, params.project_id)
      return readRepository(store, unlinkRepository(store, { projectId: id, repositoryId: params.repository_id }))
    }),
  ]
}
