import type { ApiClient } from '@signalbox/api-client'
import {
  createDeployment,
  limits,
  recordChanges,
  type Change,
  type Deployment,
  type DeploymentRequest,
} from '@signalbox/contracts'
import { readChanges, readDeployments, type Range } from './read-installation.js'

interface Imported {
  sent: number
  known: number
}

/** Records changes. Existing ones (same kind, repository and id) are skipped. */
export async function importChanges(api: ApiClient, changes: readonly Change[]): Promise<Imported> {
  if (changes.length === 0) return { sent: 0, known: 0 }
  const present = await readChanges(api, spanOf(changes))
  const known = new Set(present.map(changeKey))
  const missing = changes.filter((change) => !known.has(changeKey(change)))
  for (let start = 0; start < missing.length; start += limits.change.itemsMax) {
    const part = missing.slice(start, start + limits.change.itemsMax)
    await api.call(recordChanges, { body: { changes: part.map(toChangeItem) } })
  }
  return { sent: missing.length, known: changes.length - missing.length }
}

/** Announces deployments without starting sessions to watch them: their effects are already known. They get new ids. */
export async function importDeployments(api: ApiClient, deployments: readonly Deployment[]): Promise<Imported> {
  if (deployments.length === 0) return { sent: 0, known: 0 }
  const present = await readDeployments(api, spanOf(deployments))
  const known = new Set(present.map(deploymentKey))
  const missing = deployments.filter((deployment) => !known.has(deploymentKey(deployment)))
  for (const deployment of missing) await api.call(createDeployment, { body: toDeploymentRequest(deployment) })
  return { sent: missing.length, known: deployments.length - missing.length }
}

function spanOf(dated: readonly { occurred_at: string }[]): Range {
  const times = dated.map(({ occurred_at: at }) => at).sort()
  const end = new Date(Date.parse(times.at(-1) ?? '') + 1).toISOString()
  return { start: times[0] ?? end, end }
}

function changeKey({ kind, repository, id }: Change): string {
  return JSON.stringify([kind, repository, id])
}

function deploymentKey({ deployment_request, service, version, commit_sha, occurred_at }: Deployment): string {
  return JSON.stringify([deployment_request, service, version, commit_sha, occurred_at])
}

function toChangeItem({ change_id: _, diff_cut: _cut, ...change }: Change) {
  return withoutNull(change)
}

function toDeploymentRequest(deployment: Deployment): DeploymentRequest {
  const { deployment_request, event_metadata, status, occurred_at } = deployment
  const { repository_full_name, external_url, commit_sha, commit_message, ref, service, environment, version } =
    deployment
  const known = withoutNull({
    repository_full_name,
    external_url,
    commit_sha,
    commit_message,
    ref,
    service,
    environment,
    version,
  })
  return { deployment_request, event_metadata, status, occurred_at, ...known, monitor: false }
}

function withoutNull<T extends object>(fields: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const known = Object.entries(fields).filter(([, value]) => value !== null)
  return Object.fromEntries(known) as { [Name in keyof T]?: NonNullable<T[Name]> }
}
