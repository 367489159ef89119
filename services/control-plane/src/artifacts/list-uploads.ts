import { limits, ServiceError, toTimestamp, type SourceMapUpload } from '@signalbox/contracts'
import { normalizeDebugId } from '@signalbox/source-maps'
import type { ArtifactBlobs } from './artifact-blobs.js'
import { removeBundle } from './retention.js'
import type { ArtifactStores } from './store/artifact-stores.js'
import type { UploadRow } from './store/artifact-uploads.js'

interface Listed {
  search: string | undefined
  limit: number
  offset: number
}

/** Lists a project's uploads, latest first. */
export function listUploads(
  { artifactUploads }: Pick<ArtifactStores, 'artifactUploads'>,
  projectId: string,
  { search = '', limit, offset }: Listed,
) {
  const wanted = { text: search, debugId: normalizeDebugId(search) ?? null }
  const { uploads, total } = artifactUploads.list(projectId, wanted, { limit, offset })
  return { uploads: uploads.map(toUpload), total }
}

/** @throws ServiceError `not-found`. */
export function readUpload(
  { artifactUploads }: Pick<ArtifactStores, 'artifactUploads'>,
  projectId: string,
  bundleId: string,
) {
  const upload = requireUpload(artifactUploads, projectId, bundleId)
  return { ...toUpload(upload), listed_files: artifactUploads.listFiles(bundleId, limits.artifacts.filesListedMax) }
}

/**
 * Unlinks an upload from a project, and deletes it if that was its last project.
 * @throws ServiceError `not-found`; `conflict` while it is being assembled.
 */
export function deleteUpload(
  store: Pick<ArtifactStores, 'artifactUploads' | 'artifactBundles' | 'artifactFiles' | 'transact'>,
  blobs: Pick<ArtifactBlobs, 'release'>,
  { projectId, bundleId }: { projectId: string; bundleId: string },
): SourceMapUpload {
  return store.transact(() => {
    const upload = requireUpload(store.artifactUploads, projectId, bundleId)
    if (upload.state === 'assembling') throw new ServiceError('conflict', { detail: 'The upload is being assembled' })
    store.artifactUploads.unlink(projectId, bundleId)
    if (!store.artifactUploads.isLinked(bundleId)) removeBundle({ store, blobs }, bundleId)
    return toUpload(upload)
  })
}

function requireUpload(uploads: ArtifactStores['artifactUploads'], projectId: string, bundleId: string): UploadRow {
  const upload = uploads.find(projectId, bundleId)
  if (upload === undefined) throw new ServiceError('not-found', { detail: 'No such upload' })
  return upload
}

function toUpload({ id, targets, uploaded_at: uploadedAt, used_at: usedAt, ...counted }: UploadRow): SourceMapUpload {
  return {
    bundle_id: id,
    ...counted,
    releases: targets.map(({ release, dist }) => ({ release: release || null, dist: dist || null })),
    uploaded_at: toTimestamp(uploadedAt),
    used_at: toTimestamp(usedAt),
  }
}
