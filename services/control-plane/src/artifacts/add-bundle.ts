import { createId } from '@signalbox/contracts'
import { enforceCapacity } from '../lists/enforce-capacity.js'
import { bytesOf } from './store-file.js'
import { linkBundle, type UploadTarget } from './assemble-bundle.js'
import type { StoredFileRow } from './store/artifact-files.js'
import type { ArtifactStores } from './store/artifact-stores.js'

/** Files whose bytes are stored but that are not visible yet. */
export interface BundleFiles {
  target: UploadTarget
  /** Checksum over all of them. */
  checksum: string
  files: readonly StoredFileRow[]
  /** Unix milliseconds. */
  now: number
}

/**
 * Adds a bundle of files that is immediately usable. If a bundle with the checksum exists, even one added moments ago,
 * it is linked again instead. Call it in a transaction.
 * @returns the bundle's id.
 * @throws ServiceError `conflict` if the organization has too many uploads.
 */
export function addBundle(
  { artifactBundles, artifactFiles }: Pick<ArtifactStores, 'artifactBundles' | 'artifactFiles'>,
  { target, checksum, files, now }: BundleFiles,
): string {
  const { organizationId } = target
  const known = artifactBundles.find(organizationId, checksum)
  const id = known?.id ?? createId(now)
  if (known === undefined) {
    enforceCapacity('uploads', artifactBundles.countUploads(organizationId))
    const times = { created_at: now, used_at: now }
    artifactBundles.begin({
      ...{ id, organization_id: organizationId, checksum, ...times },
      ...{ state: 'ok', detail: null, chunks: '[]', file_bytes: bytesOf(files) },
    })
    for (const file of files) artifactFiles.add({ ...file, bundle_id: id })
  }
  linkBundle({ artifactBundles }, id, target, now)
  return id
}
