import { dayMs, hourMs, limits } from '@signalbox/contracts'
import type { Clock, Log } from '@signalbox/service-kit'
import type { ArtifactStores } from './store/artifact-stores.js'
import type { ArtifactBlobs } from './artifact-blobs.js'
import { removeChunks } from './remove-chunks.js'

export interface RetentionDependencies {
  store: Pick<ArtifactStores, 'artifactBundles' | 'artifactFiles' | 'transact'>
  blobs: ArtifactBlobs
  clock: Clock
  log: Pick<Log, 'info'>
}

/** Maximum number removed at a time; the rest follows later. */
const atOnceMax = 100
/** No write takes this long. */
const unfinishedMs = hourMs

/**
 * Removes bundles that have been unused for long, chunks that nothing was assembled from, leftovers of crashes, and all
 * unreferenced files. Rows are deleted first, in the transaction that schedules checks of their files: a row never
 * exists without its file, nor a file for long without a row.
 */
export async function removeUnused({ store, blobs, clock, log }: RetentionDependencies): Promise<void> {
  const { artifactBundles } = store
  const { retentionDays, chunkRetentionHours } = limits.artifacts
  for (const { id } of artifactBundles.listUnused(clock() - retentionDays * dayMs, atOnceMax)) {
    store.transact(() => {
      removeBundle({ store, blobs }, id)
    })
  }
  for (const { organization_id: owner, sha1 } of artifactBundles.listOldChunks(
    clock() - chunkRetentionHours * hourMs,
    atOnceMax,
  )) {
    await removeChunks({ store, blobs }, owner, [sha1])
  }
  await blobs.removeUnfinished(clock() - unfinishedMs)
  await removeUnneeded({ blobs, log })
}

/** Removes a bundle, and its files unless another bundle has them. Call it in a transaction. */
export function removeBundle(
  {
    store,
    blobs,
  }: { store: Pick<ArtifactStores, 'artifactBundles' | 'artifactFiles'>; blobs: Pick<ArtifactBlobs, 'release'> },
  id: string,
): void {
  for (const name of store.artifactFiles.hashesOf(id)) blobs.release({ area: 'files', name })
  store.artifactBundles.remove(id)
}

/** Removes unreferenced files that have no check scheduled. */
export async function removeOrphans({ blobs, log }: Pick<RetentionDependencies, 'blobs' | 'log'>): Promise<void> {
  const found = await blobs.findOrphans()
  if (found === 0) return
  log.info({ found }, 'found orphaned artifact files')
  await removeUnneeded({ blobs, log })
}

async function removeUnneeded({ blobs, log }: Pick<RetentionDependencies, 'blobs' | 'log'>): Promise<void> {
  const removed = await blobs.removeUnneeded()
  if (removed > 0) log.info({ removed }, 'removed unused artifact files')
}
