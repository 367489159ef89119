import { ServiceError, type DeploymentStatus } from '@signalbox/contracts'
import type { DeploymentRow } from './store/deployments.js'
import type { DeploymentStores } from './store/deployment-stores.js'
import { recordDeploymentFailed } from './deployment-events.js'

/** A status report for a deployment. `now` is in Unix milliseconds. */
export interface StatusChange {
  organizationId: string
  id: string
  status: DeploymentStatus
  /** Undefined leaves it unchanged. */
  externalUrl: string | undefined
  now: number
}

/** @param id Case-insensitive. @throws ServiceError `not-found`, also for deployments of other organizations. */
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
 * Records a status and, if it differs from the previous one, the time; notifies the triggers that wait for failures.
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
