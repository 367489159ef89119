import { type Change, toTimestamp } from '@signalbox/contracts'
import { toLink } from './to-link.js'
import { deploymentTitle } from './watch-deployment.js'
import type { ChangeRow, CommitRow, TimelineEntry } from './store/changes.js'
import type { DeploymentRow } from './store/deployments.js'
import type { DeploymentStores } from './store/deployment-stores.js'
import { readStoredObject, readStoredTexts } from '../database/stored-json.js'

/** Reads the change or deployment of a timeline entry. */
export function readEntry(store: DeploymentStores, organizationId: string, entry: TimelineEntry): Change[] {
  if (entry.is_deployment === 1) {
    const deployment = store.deployments.find(organizationId, entry.id)
    return deployment ? [fromDeployment(deployment)] : []
  }
  const change = store.changes.find(organizationId, entry.id)
  return change ? [toChange(change)] : []
}

function toChange(row: ChangeRow): Change {
  const { kind, service, diff } = row
  return { ...toCommit(row), kind, service, diff, diff_cut: row.diff_cut === 1 }
}

/** A commit with the files it touched, without its diff, which may be long. */
export type TouchingCommit = Omit<Change, 'kind' | 'service' | 'diff' | 'diff_cut'>

export function toCommit(row: CommitRow): TouchingCommit {
  return {
    change_id: row.id,
    id: row.sender_id,
    occurred_at: toTimestamp(row.occurred_at),
    title: row.title,
    repository: row.repository,
    author: row.author,
    url: toLink(row.url),
    files: row.files === null ? [] : readStoredTexts(row.files),
    details: row.details === null ? {} : readStoredObject(row.details),
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
    url: toLink(row.external_url),
    files: [],
    diff: null,
    diff_cut: false,
    details: { version, environment, commit_sha, status, ref },
  }
}
