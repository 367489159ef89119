import type { RouteContract } from '../http/route.js'
import { listChanges, recordChanges } from './changes.js'
import { changeDeployment, createDeployment, listDeployments, readDeployment } from './deployments.js'
import { linkRepository, listProjectRepositories, listRepositories, unlinkRepository } from './repositories.js'

export * from './changes.js'
export * from './deployments.js'
export * from './repositories.js'

/** Routes of this domain, in documentation order. */
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
