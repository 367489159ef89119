import { setTimeout as sleep } from 'node:timers/promises'
import { createId, limits } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import type { ArtifactBundleRow } from './store/artifact-bundles.js'
import type { ArtifactStores } from './store/artifact-stores.js'
import { requestResymbolication } from './request-resymbolication.js'
import type { BundleWork } from './bundle-work.js'

/** What an upload is for. */
export interface UploadTarget {
  organizationId: string
  projectIds: readonly string[]
  /** Both empty when the upload names none. */
  release: string
  dist: string
}

export interface AssembleRequest extends UploadTarget {
  checksum: string
  /** SHA-1 in their order; one may come several times. */
  chunks: readonly string[]
}

/** As Sentry's clients read it. */
export interface AssembleAnswer {
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
 * Has an upload put together, once all its chunks are there. Asking again does nothing but link the bundle to what the
 * upload is for: one bundle may be uploaded for several projects and releases. Small ones are ready when it answers.
 * @throws ServiceError `conflict` without room for its files; it is as if it had never been.
 */
export async function assembleBundle(
  { store, work, clock }: AssembleDependencies,
  request: AssembleRequest,
): Promise<AssembleAnswer> {
  const { organizationId, checksum } = request
  const known = store.artifactBundles.find(organizationId, checksum)
  if (known?.state === 'error') return { state: 'error', missingChunks: [], detail: known.detail }
  const missingChunks = known === undefined ? store.artifactBundles.missingChunks(organizationId, request.chunks) : []
  if (missingChunks.length > 0) return { state: 'not_found', missingChunks, detail: null }
  const bundle = known ?? beginBundle(request, clock())
  store.transact(() => {
    if (known === undefined) store.artifactBundles.begin(bundle)
    linkBundle(store, bundle.id, request, clock())
    if (bundle.state === 'ok') requestResymbolication(store, bundle.id, clock())
  })
  if (bundle.state === 'ok') return { state: 'ok', missingChunks: [], detail: null }
  await Promise.race([work.process(bundle), sleep(limits.artifacts.assembleWaitMs, undefined, { ref: false })])
  const found = store.artifactBundles.find(organizationId, checksum)
  // A chunk went meanwhile.
  if (found === undefined) return { state: 'not_found', missingChunks: [...new Set(request.chunks)], detail: null }
  return { state: found.state, missingChunks: [], detail: found.detail }
}

/** Links a bundle to each project of an upload, which is a use of it. */
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
