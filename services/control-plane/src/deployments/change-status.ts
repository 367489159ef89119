import { ServiceError, type DeploymentStatus } from '@signalbox/contracts'
import type { DeploymentRow } from './store/deployments.js'
import type { DeploymentStores } from './store/deployment-stores.js'
import { recordDeploymentFailed } from './deployment-events.js'

/** What became of a deployment. `now` is in Unix milliseconds. */
export interface StatusChange {
  organizationId: string
  id: string
  status: DeploymentStatus
  /** Undefined leaves it. */
  externalUrl: string | undefined
  now: number
}

/** @param id In any case. @throws ServiceError `not-found`, for deployments of other organizations as well. */
export function requireDeployment(
  { deployments }: Pick<DeploymentStores, 'deployments'>,
  organizationId: string,
  id: string,
): DeploymentRow {
  const deployment = deployments.find(organizationId, id.toLowerCase())
  if (deployment === undefined) throw new ServiceError('not-found', { detail: `No such deployment: ${id}` })
  return deployment
}

/**
 * Notes a status, with the time when it is another one than before, and tells the triggers that wait for failures.
 * @returns the deployment as it is now.
 * @throws ServiceError `not-found`.
 */
export function changeStatus(store: DeploymentStores, change: StatusChange): DeploymentRow {
  const { organizationId, status, externalUrl, now } = change
  return store.transact(() => {
    const before = requireDeployment(store, organizationId, change.id)
    store.deployments.update({ id: before.id, status, external_url: externalUrl ?? before.external_url })
    if (status !== before.status) {
      store.deployments.appendStatus({ deployment_id: before.id, status, changed_at: now })
    }
    const after = requireDeployment(store, organizationId, before.id)
    if (status === 'failure' && status !== before.status) recordDeploymentFailed(store, after, now)
    return after
  })
}
