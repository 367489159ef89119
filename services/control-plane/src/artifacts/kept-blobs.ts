import { dayMs, hourMs } from '@signalbox/contracts'
import { blobAreas, type BlobKey, type BlobStore } from '@signalbox/artifact-store'
import type { Clock } from '@signalbox/service-kit'
import type { BlobCheckStore } from './store/blob-checks.js'

/** The artifact store, of which blobs are removed that no row names within a day: those of uploads that were refused or cut off. */
export interface KeptBlobs extends BlobStore {
  /** Has a blob removed unless another row names it. To be called in the transaction in which its row goes. */
  release(key: BlobKey): void
  /** Removes what no row names. @returns how many blobs; what is more than is removed at a time comes the next time. */
  removeUnneeded(): Promise<number>
  /**
   * Has all blobs removed that no row names and nobody noted, as those of versions that noted none, and of a database that was
   * restored. @returns how many there are.
   */
  findOrphans(): Promise<number>
}

export interface KeptBlobDependencies {
  checks: BlobCheckStore
  blobs: BlobStore
  clock: Clock
}

/** From the first file of a bundle that is put until its rows are there, all its maps converted. */
export const uploadMsMax = dayMs + hourMs
/** Somebody may have restored an older database by mistake. */
const orphanMs = 7 * dayMs
const removedMax = 5_000
const pageSize = 100

/**
 * A blob is noted before it is written, and its note ends when it was looked at: after a crash at any point it is looked at again.
 * What is being removed is waited for before it is put again. One process owns the rows, so memory is enough to know of that.
 */
export function createKeptBlobs({ checks, blobs, clock }: KeptBlobDependencies): KeptBlobs {
  const removing = new Map<string, Promise<void>>()
  /** Nothing may come between the look at the rows and the entry in `removing`. */
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
          // A later check, as of an upload that has it again, stays.
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
        // Indexes come up with the files that they were made of: the last page is the empty one.
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
