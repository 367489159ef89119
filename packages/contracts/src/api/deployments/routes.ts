import type { RouteContract } from '../http/route.js'
import { listChanges, recordChanges } from './changes.js'
import { changeDeployment, createDeployment, listDeployments, readDeployment } from './deployments.js'
import { linkRepository, listProjectRepositories, listRepositories, unlinkRepository } from './repositories.js'

/** The routes of this domain, in the order in which the API document shows them. */
export const deploymentRoutes: readonly RouteContract[] = [
  listProjectRepositories,
  linkRepository,
  unlinkRepository,
  listDeployments,
  createDeployment,
  readDeployment,
  changeDeployment,
  listChanges,
  recordChanges,
  listRepositories,
]
