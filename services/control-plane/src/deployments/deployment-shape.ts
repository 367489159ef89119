import type { Deployment, DeploymentDetail } from '@signalbox/contracts'
import { readKeptObject } from '../changes/kept-json.js'
import type { DeploymentRow } from '../store/deployments.js'
import type { ControlPlaneStore } from '../store/store.js'

export function toDeployment(row: DeploymentRow): Deployment {
  const { organization_id: _organization, repository_id: _repository, ...fields } = row
  return {
    ...fields,
    event_metadata: readKeptObject(row.event_metadata),
    occurred_at: new Date(row.occurred_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
  }
}

/** A deployment with the history of its status. */
export function readDeploymentDetail(
  { deployments }: Pick<ControlPlaneStore, 'deployments'>,
  row: DeploymentRow,
): DeploymentDetail {
  const history = deployments.listStatuses(row.id).map(({ status, changed_at }) => ({
    status,
    changed_at: new Date(changed_at).toISOString(),
  }))
  return { ...toDeployment(row), status_history: history }
}
