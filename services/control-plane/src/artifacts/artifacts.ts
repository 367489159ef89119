import type { BlobStore } from '@signalbox/artifact-store'
import type { Clock, Log, SourceMapDirectory } from '@signalbox/service-kit'
import type { ArtifactStores } from './store/artifact-stores.js'
import { createBundleWork, type BundleWork } from './bundle-work.js'
import { createConverter } from './converter.js'
import { removeUnused } from './retention.js'
import { createScriptResolver } from './script-resolver.js'
import { createSourceMapIndexes, type SourceMapIndexes } from './source-map-indexes.js'

/** Uploaded artifacts and what becomes of them. */
export interface Artifacts {
  blobs: BlobStore
  indexes: SourceMapIndexes
  work: BundleWork
  sourceMaps: SourceMapDirectory
  /** Goes on with what a crash or a stop interrupted, and removes what nothing needs any longer. */
  look(): Promise<void>
  close(): Promise<void>
}

export interface ArtifactDependencies {
  store: ArtifactStores
  blobs: BlobStore
  clock: Clock
  log: Log
}

export function createArtifacts({ store, blobs, clock, log }: ArtifactDependencies): Artifacts {
  const converter = createConverter()
  const { artifactFiles: files, artifactBundles: bundles } = store
  const indexes = createSourceMapIndexes({ files, blobs, converter, clock })
  const work = createBundleWork({ store, blobs, indexes, clock, log })
  return {
    blobs,
    indexes,
    work,
    sourceMaps: createScriptResolver({ files, bundles, indexes, clock }),
    look: async () => {
      for (const bundle of bundles.listUnfinished()) await work.process(bundle)
      await removeUnused({ store, blobs, clock })
    },
    close: () => converter.close(),
  }
}
