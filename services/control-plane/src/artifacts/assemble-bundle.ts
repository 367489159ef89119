import { setTimeout as sleep } from 'node:timers/promises'
import { createId, limits } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import type { ArtifactBundleRow } from './store/artifact-bundles.js'
import type { ArtifactStores } from './store/artifact-stores.js'
import { enforceCapacity } from '../lists/enforce-capacity.js'
import { requestResymbolication } from './request-resymbolication.js'
import type { BundleWork } from './bundle-work.js'

/** The projects and release that an upload is for. */
export interface UploadTarget {
  organizationId: string
  projectIds: readonly string[]
  /** Both empty if the upload has none. */
  release: string
  dist: string
}

export interface AssembleRequest extends UploadTarget {
  checksum: string
  /** SHA-1 of each chunk, in order; may contain repetitions. */
  chunks: readonly string[]
}

/** In the format that Sentry's clients read. */
export interface AssembleResponse {
  state: 'not_found' | 'assembling' | 'ok' | 'error'
  missingChunks: string[]
  detail: string | null
}

export interface AssembleDependencies {
  store: Pick<ArtifactStores, 'artifactBundles' | 'resymbolications' | 'transact'>
  work: BundleWork
  clock: Clock
}

/**
 * Assembles an upload once all of its chunks are there. Repeated requests only link the bundle to their targets: the
 * same bundle may be uploaded for several projects and releases. Small bundles are ready in the first response.
 * @throws ServiceError `conflict` if its files exceed the storage limit, or the organization has too many uploads; the
 * upload then leaves no trace.
 */
export async function assembleBundle(
  { store, work, clock }: AssembleDependencies,
  request: AssembleRequest,
): Promise<AssembleResponse> {
  const { organizationId, checksum } = request
  const known = store.artifactBundles.find(organizationId, checksum)
  if (known?.state === 'error') return { state: 'error', missingChunks: [], detail: known.detail }
  const missingChunks = known === undefined ? store.artifactBundles.missingChunks(organizationId, request.chunks) : []
  if (missingChunks.length > 0) return { state: 'not_found', missingChunks, detail: null }
  const bundle = known ?? beginBundle(request, clock())
  store.transact(() => {
    if (known === undefined) {
      enforceCapacity('uploads', store.artifactBundles.countUploads(organizationId))
      store.artifactBundles.begin(bundle)
    }
    linkBundle(store, bundle.id, request, clock())
    if (bundle.state === 'ok') requestResymbolication(store, bundle.id, clock())
  })
  if (bundle.state === 'ok') return { state: 'ok', missingChunks: [], detail: null }
  await Promise.race([work.process(bundle), sleep(limits.artifacts.assembleWaitMs, undefined, { ref: false })])
  const found = store.artifactBundles.find(organizationId, checksum)
  // A chunk was removed in the meantime.
  if (found === undefined) return { state: 'not_found', missingChunks: [...new Set(request.chunks)], detail: null }
  return { state: found.state, missingChunks: [], detail: found.detail }
}

/** Links a bundle to each project of an upload, which counts as a use. */
export function linkBundle(
  { artifactBundles }: Pick<ArtifactStores, 'artifactBundles'>,
  bundleId: string,
  { projectIds, release, dist }: UploadTarget,
  now: number,
): void {
  for (const projectId of projectIds) {
    artifactBundles.link({ bundle_id: bundleId, project_id: projectId, release, dist, linked_at: now })
  }
  artifactBundles.noteUse([bundleId], now)
}

function beginBundle({ organizationId, checksum, chunks }: AssembleRequest, now: number): ArtifactBundleRow {
  return {
    id: createId(now),
    organization_id: organizationId,
    checksum,
    state: 'assembling',
    detail: null,
    chunks: JSON.stringify(chunks),
    file_bytes: 0,
    created_at: now,
    used_at: now,
  }
}
