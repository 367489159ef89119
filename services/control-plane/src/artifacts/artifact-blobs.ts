import { dayMs, hourMs } from '@signalbox/contracts'
import { blobAreas, type BlobKey, type BlobStore } from '@signalbox/artifact-store'
import type { Clock } from '@signalbox/service-kit'
import type { BlobCheckStore } from './store/blob-checks.js'

/**
 * The artifact store. Blobs that no row references within a day are removed: leftovers of rejected or interrupted
 * uploads.
 */
export interface ArtifactBlobs extends BlobStore {
  /**
   * Schedules the removal of a blob unless another row references it. Call it in the transaction that deletes its row.
   */
  release(key: BlobKey): void
  /**
   * Removes unreferenced blobs. @returns the number of blobs; the work per call is limited, and the rest follows later.
   */
  removeUnneeded(): Promise<number>
  /**
   * Schedules the removal of all unreferenced blobs that have no check scheduled, such as those of earlier versions
   * that scheduled none, or after a database restore. @returns how many there are.
   */
  findOrphans(): Promise<number>
}

export interface ArtifactBlobDependencies {
  checks: BlobCheckStore
  blobs: BlobStore
  clock: Clock
}

/** From storing the first file of a bundle until its rows are written, with all of its maps converted. */
export const uploadMsMax = dayMs + hourMs
/** Leaves time to notice that an older database was restored by mistake. */
const orphanMs = 7 * dayMs
const removedMax = 5_000
const pageSize = 100

/**
 * A check is scheduled before a blob is written, and ends after the blob was checked, so after a crash at any point it
 * is checked again. Storing a blob waits for its removal in progress. A single process owns the rows, so removals can
 * be tracked in memory.
 */
export function createArtifactBlobs({ checks, blobs, clock }: ArtifactBlobDependencies): ArtifactBlobs {
  const removing = new Map<string, Promise<void>>()
  /** Nothing may run between checking the rows and the entry in `removing`. */
  const removeUnlessNamed = async (key: BlobKey): Promise<boolean> => {
    const now = clock()
    if (!checks.isDue(key, now)) return false
    const isNamed = checks.isNamed(key)
    if (!isNamed) {
      if (key.area === 'files') checks.removeIndexesOf(key.name, now)
      const removal = blobs.remove(key).finally(() => removing.delete(textOf(key)))
      removing.set(textOf(key), removal)
      await removal
    }
    checks.end(key, now)
    return !isNamed
  }
  return {
    read: (key) => blobs.read(key),
    has: (key) => blobs.has(key),
    remove: (key) => blobs.remove(key),
    removeUnfinished: (before) => blobs.removeUnfinished(before),
    list: (area) => blobs.list(area),
    findOrphans: async () => {
      let found = 0
      for (const area of blobAreas) {
        for await (const { name, writtenAt } of blobs.list(area)) {
          if (writtenAt > clock() - orphanMs || checks.isNamed({ area, name })) continue
          // A later check, scheduled by a new upload of the same blob, remains.
          checks.note({ area, name }, clock())
          found += 1
        }
      }
      return found
    },
    put: async (key, bytes) => {
      checks.note(key, clock() + uploadMsMax)
      await removing.get(textOf(key))?.catch(() => undefined)
      await blobs.put(key, bytes)
    },
    release: (key) => {
      checks.note(key, clock())
    },
    removeUnneeded: async () => {
      let removed = 0
      for (let looked = 0; looked < removedMax; looked += pageSize) {
        // Removing files schedules checks of their indexes: continue until a page is empty.
        const page = checks.listDue(clock(), pageSize)
        if (page.length === 0) break
        for (const key of page) if (await removeUnlessNamed(key)) removed += 1
      }
      return removed
    },
  }
}

function textOf({ area, name }: BlobKey): string {
  return `${area}/${name}`
}
