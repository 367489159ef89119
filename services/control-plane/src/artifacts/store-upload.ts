import { createHash } from 'node:crypto'
import { createId } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import type { ArtifactFileRow } from './store/artifact-files.js'
import type { ArtifactStores } from './store/artifact-stores.js'
import { linkBundle, type UploadTarget } from './assemble-bundle.js'
import { convertFiles } from './convert-files.js'
import { requestResymbolication } from './request-resymbolication.js'
import type { SourceMapIndexes } from './source-map-indexes.js'

export interface UploadDependencies {
  store: Pick<ArtifactStores, 'artifactBundles' | 'artifactFiles' | 'resymbolications' | 'transact'>
  indexes: SourceMapIndexes
  clock: Clock
}

/**
 * Makes a bundle of files whose bytes are kept. The same files again are the same bundle, linked anew.
 * @returns the bundle's id.
 */
export async function storeUpload(
  { store, indexes, clock }: UploadDependencies,
  target: UploadTarget,
  files: readonly Omit<ArtifactFileRow, 'bundle_id'>[],
): Promise<string> {
  const checksum = checksumOf(files)
  const known = store.artifactBundles.find(target.organizationId, checksum)
  const now = clock()
  const id = known?.id ?? createId(now)
  const rows = files.map((file) => ({ ...file, bundle_id: id }))
  if (known === undefined) await convertFiles(indexes, rows)
  store.transact(() => {
    if (known === undefined) {
      const chunks = '[]'
      const { organizationId: organization_id } = target
      const row = { id, organization_id, checksum, chunks, detail: null, created_at: now, used_at: now }
      store.artifactBundles.begin({ ...row, state: 'ok' })
      for (const file of rows) store.artifactFiles.add(file)
    }
    linkBundle(store, id, target, now)
    requestResymbolication(store, id, now)
  })
  return id
}

function checksumOf(files: readonly Omit<ArtifactFileRow, 'bundle_id'>[]): string {
  const hash = createHash('sha1')
  for (const line of files.map((file) => JSON.stringify([file.url, file.content_hash])).sort()) hash.update(line)
  return hash.digest('hex')
}
