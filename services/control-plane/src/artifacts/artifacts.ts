import { dayMs, limits } from '@signalbox/contracts'
import type { BlobStore } from '@signalbox/artifact-store'
import { MemoryBudget, type Clock, type Log, type SourceMapDirectory } from '@signalbox/service-kit'
import type { ArtifactStores } from './store/artifact-stores.js'
import { createArtifactQuota, type ArtifactQuota } from './artifact-quota.js'
import { createBundleWork, type BundleWork } from './bundle-work.js'
import { createConverter } from './converter.js'
import { removeOrphans, removeUnused } from './retention.js'
import { createArtifactBlobs, type ArtifactBlobs } from './artifact-blobs.js'
import { createScriptResolver } from './script-resolver.js'
import { createSourceMapIndexes, type SourceMapIndexes } from './source-map-indexes.js'
import { createFairQueue, createExclusiveQueue, type RunExclusiveFor, type RunExclusive } from './exclusive-queue.js'
import { openUploadFolders, type UploadFolders } from './upload-folders.js'

/** Uploaded artifacts and their processing. */
export interface Artifacts {
  blobs: ArtifactBlobs
  /** Storage for uploads, with limits per organization. */
  quota: ArtifactQuota
  folders: UploadFolders
  indexes: SourceMapIndexes
  work: BundleWork
  sourceMaps: SourceMapDirectory
  /** Memory for form files that are being received. */
  formMemory: MemoryBudget
  /** Serializes operations that read a complete index, so that only one at a time is in memory. */
  runExclusive: RunExclusive
  /** Serializes operations on a complete upload; organizations take turns. */
  runUploadExclusive: RunExclusiveFor
  /** Resumes what a crash or shutdown interrupted, and removes what is no longer needed. */
  maintain(): Promise<void>
  close(): Promise<void>
}

export interface ArtifactDependencies {
  store: ArtifactStores
  blobs: BlobStore
  /** Directory for unpacking uploads; used by this process alone. */
  uploadDirectory: string
  /** Maximum total size of an organization's uploads. */
  bytesMax: number
  clock: Clock
  log: Log
}

/** Lists all files: thousands of requests for a bucket with millions of objects. */
const orphanSearchMs = dayMs

export function createArtifacts(dependencies: ArtifactDependencies): Artifacts {
  const { store, clock, log } = dependencies
  const blobs = createArtifactBlobs({ checks: store.blobChecks, blobs: dependencies.blobs, clock })
  const quota = createArtifactQuota({ bundles: store.artifactBundles, blobs, bytesMax: dependencies.bytesMax, clock })
  const folders = openUploadFolders(dependencies.uploadDirectory)
  const converter = createConverter()
  let orphansDueAt = 0
  const { artifactFiles: files, artifactBundles: bundles } = store
  const indexes = createSourceMapIndexes({ files, blobs, converter, clock, transact: (work) => store.transact(work) })
  const runUploadExclusive = createFairQueue()
  const work = createBundleWork({ store, blobs, quota, folders, indexes, runExclusive: runUploadExclusive, clock, log })
  return {
    blobs,
    quota,
    folders,
    indexes,
    work,
    formMemory: new MemoryBudget(limits.artifacts.formMemory),
    runExclusive: createExclusiveQueue(),
    runUploadExclusive,
    sourceMaps: createScriptResolver({ files, bundles, indexes, clock }),
    maintain: async () => {
      for (const bundle of bundles.listUnfinished()) await work.process(bundle)
      await removeUnused({ store, blobs, clock, log })
      if (clock() < orphansDueAt) return
      orphansDueAt = clock() + orphanSearchMs
      await removeOrphans({ blobs, log })
    },
    close: () => converter.close(),
  }
}
