import {
  changeSentryProjectRelease,
  changeSentryRelease,
  createSentryDeploy,
  createSentryProjectRelease,
  createSentryRelease,
  deleteSentryProjectRelease,
  deleteSentryRelease,
  limits,
  listSentryDeploys,
  listSentryProjectReleases,
  listSentryReleases,
  readPreviousSentryRelease,
  readSentryProjectRelease,
  readSentryRelease,
  ServiceError,
  type SentryReleaseChange,
} from '@signalbox/contracts'
import { createRoute, type ApiCaller, type Clock, type Route } from '@signalbox/service-kit'
import { announceDeployment } from '../deployments/announce-deployment.js'
import { requireOwnOrganization } from '../identity/organization-slug.js'
import { requireProjectBySlug } from '../projects/find-by-slug.js'
import type { DeploymentStores } from '../deployments/store/deployment-stores.js'
import { toSentryDeploy, toSentryRelease } from './release-shape.js'
import { saveRelease } from './save-release.js'

export interface ReleaseRouteDependencies {
  store: DeploymentStores
  clock: Clock
}

/** Releases belong to the organization: a project in the path is only checked for existence. */
export function createReleaseRoutes({ store, clock }: ReleaseRouteDependencies): Route[] {
  const releases = createReleases(store, clock)
  return [
    createRoute(listSentryReleases, (input) => releases.list(input)),
    createRoute(listSentryProjectReleases, (input) => releases.list(input)),
    createRoute(createSentryRelease, (input) => releases.save(input, input.body.version, input.body)),
    createRoute(createSentryProjectRelease, (input) => releases.save(input, input.body.version, input.body)),
    createRoute(readSentryRelease, (input) => releases.read(input, input.params.version)),
    createRoute(readSentryProjectRelease, (input) => releases.read(input, input.params.version)),
    createRoute(changeSentryRelease, (input) => releases.save(input, input.params.version, input.body)),
    createRoute(changeSentryProjectRelease, (input) => releases.save(input, input.params.version, input.body)),
    createRoute(deleteSentryRelease, (input) => releases.remove(input, input.params.version)),
    createRoute(deleteSentryProjectRelease, (input) => releases.remove(input, input.params.version)),
    createRoute(readPreviousSentryRelease, ({ caller, params }) => {
      requireOwnOrganization(store, caller.organizationId, params.organization)
      const row = store.announcedReleases.findWithCommits(caller.organizationId, params.version)
      return row === undefined ? {} : toSentryRelease(row, store.projects.list(caller.organizationId))
    }),
    ...createDeployRoutes({ store, clock }),
  ]
}

/** The caller and the path parameters. */
interface ReleaseRouteInput {
  caller: ApiCaller
  params: { organization: string; project?: string }
}

function createReleases(store: DeploymentStores, clock: Clock) {
  const scopeOf = ({ caller: { organizationId }, params: { organization, project } }: ReleaseRouteInput): string => {
    if (project === undefined) requireOwnOrganization(store, organizationId, organization)
    else requireProjectBySlug(store, organizationId, { organization, project })
    return organizationId
  }
  return {
    list: (request: ReleaseRouteInput) => {
      const organizationId = scopeOf(request)
      const projects = store.projects.list(organizationId)
      const rows = store.announcedReleases.list(organizationId, limits.page.sizeMax)
      return rows.map((row) => toSentryRelease(row, projects))
    },
    read: (request: ReleaseRouteInput, version: string) => {
      const organizationId = scopeOf(request)
      const row = store.announcedReleases.find(organizationId, version)
      if (row === undefined) throw new ServiceError('not-found', { detail: `No such release: ${version}` })
      return toSentryRelease(row, store.projects.list(organizationId))
    },
    save: (request: ReleaseRouteInput, version: string, change: SentryReleaseChange) => {
      const organizationId = scopeOf(request)
      const row = saveRelease(store, { organizationId, version, change, now: clock() })
      return toSentryRelease(row, store.projects.list(organizationId))
    },
    remove: (request: ReleaseRouteInput, version: string) => {
      store.announcedReleases.remove(scopeOf(request), version)
      return null
    },
  }
}

function createDeployRoutes({ store, clock }: ReleaseRouteDependencies): Route[] {
  return [
    createRoute(listSentryDeploys, ({ caller: { organizationId }, params }) => {
      requireOwnOrganization(store, organizationId, params.organization)
      return store.announcedReleases.listDeployments(organizationId, params.version).map(toSentryDeploy)
    }),
    createRoute(createSentryDeploy, ({ caller: { organizationId }, params: { organization, version }, body }) => {
      requireOwnOrganization(store, organizationId, organization)
      const { environment, name, url, dateFinished } = body
      const request = {
        deployment_request: name?.trim() ? name : `Deploy ${version} to ${environment}`,
        version,
        environment,
        monitor: false,
        ...(url && { external_url: url }),
        ...(dateFinished && { occurred_at: dateFinished }),
      }
      return toSentryDeploy(
        announceDeployment(store, { organizationId, request, now: clock(), mayLackRepository: true }),
      )
    }),
  ]
}
