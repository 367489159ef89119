import { type Change, toTimestamp } from '@signalbox/contracts'
import { deploymentTitle } from './watch-deployment.js'
import type { ChangeRow, TimelineEntry } from './store/changes.js'
import type { DeploymentRow } from './store/deployments.js'
import type { DeploymentStores } from './store/deployment-stores.js'
import { readKeptObject, readKeptTexts } from '../database/kept-json.js'

/** Reads what stands at a place of the merged list. */
export function readEntry(store: DeploymentStores, organizationId: string, entry: TimelineEntry): Change[] {
  if (entry.is_deployment === 1) {
    const deployment = store.deployments.find(organizationId, entry.id)
    return deployment ? [fromDeployment(deployment)] : []
  }
  const change = store.changes.find(organizationId, entry.id)
  return change ? [toChange(change)] : []
}

function toChange(row: ChangeRow): Change {
  return {
    change_id: row.id,
    kind: row.kind,
    id: row.sender_id,
    occurred_at: toTimestamp(row.occurred_at),
    title: row.title,
    service: row.service,
    repository: row.repository,
    author: row.author,
    url: row.url,
    files: row.files === null ? [] : readKeptTexts(row.files),
    diff: row.diff,
    diff_cut: row.diff_cut === 1,
    details: row.details === null ? {} : readKeptObject(row.details),
  }
}

function fromDeployment(row: DeploymentRow): Change {
  const { version, environment, commit_sha, status, ref } = row
  return {
    change_id: row.id,
    kind: 'deployment',
    id: row.id,
    occurred_at: toTimestamp(row.occurred_at),
    title: deploymentTitle(row.deployment_request),
    service: row.service,
    repository: row.repository_full_name,
    author: null,
    url: row.external_url,
    files: [],
    diff: null,
    diff_cut: false,
    details: { version, environment, commit_sha, status, ref },
  }
}
