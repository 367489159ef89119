import type { BlobStore } from '@signalbox/artifact-store'
import type { Clock, Log } from '@signalbox/service-kit'
import { InvalidBundleError, openArtifactBundle } from '@signalbox/source-maps'
import type { ArtifactBundleRow } from './store/artifact-bundles.js'
import type { KeptFileRow } from './store/artifact-files.js'
import type { ArtifactStores } from './store/artifact-stores.js'
import { assembleUpload } from './assembly.js'
import { chunkKey } from './chunk-key.js'
import { convertFiles } from './convert-files.js'
import { keepFile } from './keep-file.js'
import { requestResymbolication } from './request-resymbolication.js'
import type { SourceMapIndexes } from './source-map-indexes.js'

export interface BundleWorkDependencies {
  store: Pick<ArtifactStores, 'artifactBundles' | 'artifactFiles' | 'resymbolications' | 'transact'>
  blobs: BlobStore
  indexes: SourceMapIndexes
  clock: Clock
  log: Pick<Log, 'error'>
}

/** Takes bundles apart, one at a time, so that memory is bounded by one. */
export interface BundleWork {
  /** Resolves when the bundle can be used, or never can; a bundle that is being worked on is not begun again. */
  process(bundle: ArtifactBundleRow): Promise<void>
}

export function createBundleWork(dependencies: BundleWorkDependencies): BundleWork {
  const running = new Map<string, Promise<void>>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    process: (bundle) => {
      const known = running.get(bundle.id)
      if (known !== undefined) return known
      const work = last.then(() => processBundle(dependencies, bundle)).finally(() => running.delete(bundle.id))
      running.set(bundle.id, work)
      last = work.catch((err: unknown) => {
        dependencies.log.error({ err, bundle: bundle.id }, 'a bundle could not be assembled; it will be retried')
      })
      return work
    },
  }
}

/**
 * The order is what makes it repeatable after a crash at any point: bytes first, which nobody sees, then all rows at
 * once, then the chunks go.
 */
async function processBundle(dependencies: BundleWorkDependencies, bundle: ArtifactBundleRow): Promise<void> {
  const { store, blobs, indexes, clock } = dependencies
  const chunks = readChunks(bundle)
  try {
    const files = await takeApart(blobs, bundle, chunks)
    await convertFiles(indexes, files)
    store.transact(() => {
      for (const file of files) store.artifactFiles.add({ ...file, bundle_id: bundle.id })
      store.artifactBundles.finish(bundle.id, 'ok', null)
      requestResymbolication(store, bundle.id, clock())
      store.artifactBundles.forgetChunks(bundle.organization_id, chunks)
    })
  } catch (error) {
    if (!(error instanceof InvalidBundleError)) throw error
    store.transact(() => {
      store.artifactBundles.finish(bundle.id, 'error', error.message)
      store.artifactBundles.forgetChunks(bundle.organization_id, chunks)
    })
  }
  for (const sha1 of chunks) await blobs.remove(chunkKey(bundle.organization_id, sha1))
}

async function takeApart(
  blobs: BlobStore,
  { organization_id: organizationId, checksum }: ArtifactBundleRow,
  chunks: readonly string[],
): Promise<KeptFileRow[]> {
  const upload = await assembleUpload(blobs, { organizationId, chunks, checksum })
  try {
    const opened = await openArtifactBundle(upload.path)
    try {
      const files: KeptFileRow[] = []
      for (const file of opened.manifest.files) {
        files.push(await keepFile(blobs, { file, bytes: await opened.read(file) }))
      }
      return files
    } finally {
      opened.close()
    }
  } finally {
    await upload.remove()
  }
}

/** As `assemble` wrote them. */
function readChunks({ chunks }: ArtifactBundleRow): string[] {
  const list: unknown = JSON.parse(chunks)
  return Array.isArray(list) ? list.filter((sha1) => typeof sha1 === 'string') : []
}
