import {
  createId,
  type DeploymentRequest,
  type FieldFault,
  limits,
  parseTimestamp,
  ServiceError,
  toTimestamp,
} from '@signalbox/contracts'
import { registerRepository } from './repositories/register-repository.js'
import { startSession } from '../sessions/start-session.js'
import { changeStatus } from './change-status.js'
import { makeRoomForDeployments } from './make-room.js'
import type { DeploymentRow, NewDeploymentRow } from './store/deployments.js'
import type { DeploymentStores } from './store/deployment-stores.js'
import { recordDeploymentCreated } from './deployment-events.js'
import { watchPrompt } from './watch-deployment.js'

/** An announced deployment and its sender. `now` is in Unix milliseconds. */
export interface Announcement {
  organizationId: string
  request: DeploymentRequest
  now: number
  /** True for third-party tools, which do not name the repository, whatever projects exist. */
  mayLackRepository?: boolean
}

/**
 * Like `announceDeployment`, but revises the latest live deployment of the same service and environment if this one
 * repeats it: a pipeline that is re-run sends the same version, commit and URL. The existing deployment then gets the
 * new status and description, and is watched by at most one session. A deployment that gives fewer than two of the
 * three never counts as a repetition, because too little is known. Neither does one that returns to an earlier
 * deployment, or one that is not to be watched while the latest one is.
 * @throws like `announceDeployment`.
 */
export function announceOrRevise(store: DeploymentStores, announcement: Announcement): NewDeploymentRow {
  return store.transact(() => {
    refuseFaults(store, announcement)
    const row = toRow(store, announcement)
    const repeated = findRepeated(store, row, announcement)
    const stored = repeated === undefined ? keep(store, row, announcement) : revise(store, repeated, announcement)
    makeRoomForDeployments(store, announcement.organizationId)
    return stored
  })
}

function findRepeated(
  store: DeploymentStores,
  row: NewDeploymentRow,
  { request }: Announcement,
): DeploymentRow | undefined {
  const { organization_id: organizationId, repository_id: repositoryId, service, environment } = row
  const given = [row.version, row.commit_sha, row.external_url].filter((value) => value !== null)
  if (given.length < 2) return undefined
  const latest = store.deployments.findLatest({ organizationId, repositoryId, service, environment })
  const isSame =
    latest?.version === row.version && latest.commit_sha === row.commit_sha && latest.external_url === row.external_url
  const isUnwatched = request.monitor === false
  return isSame && !(isUnwatched && latest.session_id !== null) ? latest : undefined
}

function revise(store: DeploymentStores, before: DeploymentRow, announcement: Announcement): NewDeploymentRow {
  const { organizationId, request, now } = announcement
  const { id } = before
  const mayWatch = before.session_id === null && request.monitor !== false
  store.deployments.revise({
    id,
    deployment_request: request.deployment_request,
    commit_message: request.commit_message ?? before.commit_message,
    ref: request.ref ?? before.ref,
    event_metadata: request.event_metadata ? JSON.stringify(request.event_metadata) : before.event_metadata,
    session_id: mayWatch ? watch(store, before, announcement) : before.session_id,
  })
  return changeStatus(store, { organizationId, id, status: request.status ?? 'success', externalUrl: undefined, now })
}

/**
 * Stores a deployment with its repository, the first entry of its history, and the session that watches it; all or
 * nothing.
 * @throws ServiceError `invalid-body` naming the fields that the schema cannot validate.
 */
export function announceDeployment(store: DeploymentStores, announcement: Announcement): NewDeploymentRow {
  return store.transact(() => {
    refuseFaults(store, announcement)
    const stored = keep(store, toRow(store, announcement), announcement)
    makeRoomForDeployments(store, announcement.organizationId)
    return stored
  })
}

function keep(store: DeploymentStores, row: NewDeploymentRow, announcement: Announcement): NewDeploymentRow {
  const { request, now } = announcement
  const sessionId = request.monitor === false ? null : watch(store, row, announcement)
  const watched = { ...row, session_id: sessionId }
  store.deployments.insert(watched)
  store.deployments.appendStatus({ deployment_id: row.id, status: row.status, changed_at: row.created_at })
  const repository = request.repository_full_name ?? null
  const watchState = { watch_status: sessionId === null ? null : ('active' as const), watch_verdict: null }
  recordDeploymentCreated(store, { ...watched, ...watchState, repository_full_name: repository }, now)
  return watched
}

function refuseFaults(
  store: DeploymentStores,
  { organizationId, request, now, mayLackRepository = false }: Announcement,
): void {
  const { promptBytesMax } = limits.text
  const occurredAt = parseTimestamp(request.occurred_at ?? '') ?? now
  const faults = [
    ...bytesFault('/deployment_request', request.deployment_request, promptBytesMax),
    ...bytesFault('/commit_message', request.commit_message ?? '', promptBytesMax),
    ...bytesFault('/event_metadata', JSON.stringify(request.event_metadata ?? {}), limits.deployment.metadataBytesMax),
    ...(occurredAt > now + limits.time.aheadMsMax
      ? [fault('/occurred_at', 'must not be more than an hour in the future')]
      : []),
    ...(!mayLackRepository &&
    request.repository_full_name === undefined &&
    store.projects.list(organizationId).length > 1
      ? [fault('/repository_full_name', 'is required if the organization has more than one telemetry project')]
      : []),
  ]
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}

function bytesFault(name: string, text: string, bytesMax: number): FieldFault[] {
  const bytes = Buffer.byteLength(text)
  return bytes <= bytesMax ? [] : [fault(name, `must be at most ${bytesMax} bytes, got ${bytes}`)]
}

function fault(name: string, detail: string): FieldFault {
  return { in: 'body', name, detail }
}

function toRow(store: DeploymentStores, { organizationId, request, now }: Announcement): NewDeploymentRow {
  const fullName = request.repository_full_name
  return {
    id: createId(now),
    organization_id: organizationId,
    repository_id: fullName === undefined ? null : registerRepository(store, { organizationId, fullName, now }).id,
    deployment_request: request.deployment_request,
    status: request.status ?? 'success',
    external_url: request.external_url ?? null,
    commit_sha: request.commit_sha ?? null,
    commit_message: request.commit_message ?? null,
    ref: request.ref ?? null,
    event_metadata: JSON.stringify(request.event_metadata ?? {}),
    service: request.service ?? null,
    environment: request.environment ?? null,
    version: request.version ?? null,
    occurred_at: parseTimestamp(request.occurred_at ?? '') ?? now,
    session_id: null,
    created_at: now,
  }
}

/** Starts the session that watches a deployment. @returns its id; null if too many are unfinished. */
function watch(
  store: DeploymentStores,
  row: NewDeploymentRow,
  { organizationId, request, now }: Announcement,
): string | null {
  const watches = { organizationId, status: 'active', originKind: 'deployment', review: undefined } as const
  if (store.agentSessions.count(watches) >= limits.deployment.openWatchesMax) return null
  const { id, status } = row
  const context = { ...request, deployment_id: id, status, occurred_at: toTimestamp(row.occurred_at) }
  const origin = { kind: 'deployment', id } as const
  return startSession(store, { organizationId, prompt: watchPrompt(row), context, origin, now }).id
}
