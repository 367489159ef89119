import { createHash } from 'node:crypto'
import type { Clock } from '@signalbox/service-kit'
import type { ArtifactStores } from './store/artifact-stores.js'
import { addBundle, type BundleFiles } from './add-bundle.js'
import type { UploadTarget } from './assemble-bundle.js'
import { convertFiles } from './convert-files.js'
import { requestResymbolication } from './request-resymbolication.js'
import type { SourceMapIndexes } from './source-map-indexes.js'

export interface UploadDependencies {
  store: Pick<ArtifactStores, 'artifactBundles' | 'artifactFiles' | 'resymbolications' | 'transact'>
  indexes: SourceMapIndexes
  clock: Clock
}

/**
 * Creates a bundle of files whose bytes are stored. The same set of files is the same bundle, which is linked again.
 * @returns the bundle's id.
 */
export async function storeUpload(
  { store, indexes, clock }: UploadDependencies,
  target: UploadTarget,
  files: BundleFiles['files'],
): Promise<string> {
  const checksum = checksumOf(files)
  if (store.artifactBundles.find(target.organizationId, checksum) === undefined) await convertFiles(indexes, files)
  const now = clock()
  return store.transact(() => {
    const id = addBundle(store, { target, checksum, files, now })
    requestResymbolication(store, id, now)
    return id
  })
}

function checksumOf(files: BundleFiles['files']): string {
  const hash = createHash('sha1')
  for (const line of files.map((file) => JSON.stringify([file.url, file.content_hash])).sort()) hash.update(line)
  return hash.digest('hex')
}
