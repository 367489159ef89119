import { toTimestamp } from '@signalbox/contracts'
import { deploymentTitle } from './watch-deployment.js'
import type { DeploymentRow } from './store/deployments.js'
import type { DeploymentStores } from './store/deployment-stores.js'
import { recordEvent } from '../workflows/triggers/record-event.js'

type Store = Pick<DeploymentStores, 'workflowTriggers' | 'workflowEvents' | 'deployments'>

/** Records that a deployment was announced. Call it in the transaction that stores it. @param now Unix milliseconds. */
export function recordDeploymentCreated(store: Store, deployment: DeploymentRow, now: number): void {
  recordEvent(store, { kind: 'deployment_created', key: deployment.id, ...describe(deployment, now) })
  if (deployment.status === 'failure') recordDeploymentFailed(store, deployment, now)
}

/**
 * Records that a deployment failed. Call it in the transaction that stores the status; every transition to failure
 * counts.
 */
export function recordDeploymentFailed(store: Store, deployment: DeploymentRow, now: number): void {
  const key = `${deployment.id}:${store.deployments.listStatuses(deployment.id).length}`
  recordEvent(store, { kind: 'deployment_failed', key, ...describe(deployment, now) })
}

function describe(row: DeploymentRow, now: number) {
  const { status, service, environment, repository_full_name: repository } = row
  const deployment = {
    id: row.id,
    title: deploymentTitle(row.deployment_request),
    status,
    service,
    environment,
    repository,
    version: row.version,
    commit_sha: row.commit_sha,
    ref: row.ref,
    external_url: row.external_url,
    occurred_at: toTimestamp(row.occurred_at),
    session_id: row.session_id,
  }
  return {
    organizationId: row.organization_id,
    attributes: { status, service, environment, repository },
    context: { deployment },
    occurredAt: now,
    now,
  }
}
