import { limits } from '@signalbox/contracts'
import type { BlobStore } from '@signalbox/artifact-store'
import type { Clock, Log } from '@signalbox/service-kit'
import { InvalidBundleError, openArtifactBundle } from '@signalbox/source-maps'
import type { ArtifactBundleRow } from './store/artifact-bundles.js'
import type { StoredFileRow } from './store/artifact-files.js'
import type { ArtifactStores } from './store/artifact-stores.js'
import { isOverQuota, type ArtifactQuota, type BlobWriter } from './artifact-quota.js'
import { assembleUpload, MissingChunkError, type AssemblyPlaces } from './assembly.js'
import { removeChunks } from './remove-chunks.js'
import { convertFiles } from './convert-files.js'
import { bytesOf, storeFile } from './store-file.js'
import { requestResymbolication } from './request-resymbolication.js'
import type { SourceMapIndexes } from './source-map-indexes.js'
import type { RunExclusiveFor } from './exclusive-queue.js'
import type { UploadFolders } from './upload-folders.js'

export interface BundleWorkDependencies {
  store: Pick<ArtifactStores, 'artifactBundles' | 'artifactFiles' | 'resymbolications' | 'transact'>
  blobs: BlobStore
  quota: ArtifactQuota
  folders: UploadFolders
  indexes: SourceMapIndexes
  runExclusive: RunExclusiveFor
  clock: Clock
  log: Pick<Log, 'error'>
}

/** Unpacks bundles one at a time, so that memory is bounded by one bundle; organizations take turns. */
export interface BundleWork {
  /**
   * Resolves when the bundle is usable or has failed permanently. A bundle in progress is not started again.
   * @throws ServiceError `conflict` if its files exceed the storage limit.
   */
  process(bundle: ArtifactBundleRow): Promise<void>
}

export function createBundleWork(dependencies: BundleWorkDependencies): BundleWork {
  const running = new Map<string, Promise<void>>()
  return {
    process: (bundle) => {
      const known = running.get(bundle.id)
      if (known !== undefined) return known
      const inTurn = dependencies.runExclusive(bundle.organization_id, () => processBundle(dependencies, bundle))
      const work = inTurn.finally(() => running.delete(bundle.id))
      running.set(bundle.id, work)
      work.catch((err: unknown) => {
        if (!isOverQuota(err))
          dependencies.log.error({ err, bundle: bundle.id }, 'a bundle could not be assembled; retrying')
      })
      return work
    },
  }
}

/**
 * The order makes this repeatable after a crash at any point: first the files' bytes, without being visible; then all
 * rows at once; then the chunks' bytes; and last the chunks' rows, which lead to any chunks that remain. If a chunk is
 * missing or the files exceed the storage limit, the upload leaves no trace and the client gets an error.
 */
async function processBundle(dependencies: BundleWorkDependencies, bundle: ArtifactBundleRow): Promise<void> {
  const { store, blobs, quota } = dependencies
  const { id, organization_id: organizationId } = bundle
  const chunks = readChunks(bundle)
  let refusal: Error | undefined
  try {
    await quota.keepFor(organizationId, (kept) => storeBundle(dependencies, bundle, { chunks, kept }))
  } catch (error) {
    if (isOverQuota(error)) refusal = error
    if (error instanceof InvalidBundleError) store.artifactBundles.finish(id, { state: 'error', detail: error.message })
    else if (error instanceof MissingChunkError || refusal !== undefined) store.artifactBundles.remove(id)
    else throw error
  }
  await removeChunks({ store, blobs }, organizationId, chunks)
  if (refusal !== undefined) throw refusal
}

const { bundleBytesMax: bytesMax } = limits.artifacts

interface BundleParts {
  chunks: readonly string[]
  /** Stores the bundle's files. */
  kept: BlobWriter
}

async function storeBundle(
  dependencies: BundleWorkDependencies,
  bundle: ArtifactBundleRow,
  parts: BundleParts,
): Promise<void> {
  const { store, indexes, clock } = dependencies
  const files = await unpackBundle(dependencies, bundle, parts)
  await convertFiles(indexes, files)
  store.transact(() => {
    for (const file of files) store.artifactFiles.add({ ...file, bundle_id: bundle.id })
    store.artifactBundles.finish(bundle.id, { state: 'ok', bytes: bytesOf(files) })
    requestResymbolication(store, bundle.id, clock())
  })
}

async function unpackBundle(
  places: AssemblyPlaces,
  { organization_id: organizationId, checksum }: ArtifactBundleRow,
  { chunks, kept }: BundleParts,
): Promise<StoredFileRow[]> {
  const upload = await assembleUpload(places, { organizationId, chunks, checksum, bytesMax })
  try {
    const opened = await openArtifactBundle(upload.path)
    try {
      const files: StoredFileRow[] = []
      for (const file of opened.manifest.files) {
        files.push(await storeFile(kept, { file, bytes: await opened.read(file) }))
      }
      return files
    } finally {
      opened.close()
    }
  } finally {
    await upload.remove()
  }
}

/** As written by `assemble`. */
function readChunks({ chunks }: ArtifactBundleRow): string[] {
  const list: unknown = JSON.parse(chunks)
  return Array.isArray(list) ? list.filter((sha1) => typeof sha1 === 'string') : []
}
