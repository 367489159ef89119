import { type Deployment, type DeploymentDetail, toTimestamp } from '@signalbox/contracts'
import { readStoredObject } from '../database/stored-json.js'
import type { DeploymentRow } from './store/deployments.js'
import type { DeploymentStores } from './store/deployment-stores.js'
import { toLink } from './to-link.js'

export function toDeployment(row: DeploymentRow): Deployment {
  return {
    id: row.id,
    deployment_request: row.deployment_request,
    repository_full_name: row.repository_full_name,
    status: row.status,
    external_url: toLink(row.external_url),
    commit_sha: row.commit_sha,
    commit_message: row.commit_message,
    ref: row.ref,
    event_metadata: readStoredObject(row.event_metadata),
    service: row.service,
    environment: row.environment,
    version: row.version,
    occurred_at: toTimestamp(row.occurred_at),
    created_at: toTimestamp(row.created_at),
    session_id: row.session_id,
    watch: row.watch_status === null ? null : { status: row.watch_status, verdict: row.watch_verdict },
  }
}

/** Returns a deployment with its status history. */
export function readDeploymentDetail(
  { deployments }: Pick<DeploymentStores, 'deployments'>,
  row: DeploymentRow,
): DeploymentDetail {
  const history = deployments.listStatuses(row.id).map(({ status, changed_at }) => ({
    status,
    changed_at: toTimestamp(changed_at),
  }))
  return { ...toDeployment(row), status_history: history }
}
