import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { blobAreas, isBlobName, type BlobStore } from './blob-store.js'

/** Puts what a directory of blobs holds into another store, one after the other; what is there already is left. */
export async function copyDirectory(directory: string, to: BlobStore): Promise<void> {
  for (const area of blobAreas) {
    for (const path of await listBelow(join(directory, area))) {
      const name = basename(path)
      if (isBlobName(name) && !(await to.has({ area, name }))) await to.put({ area, name }, await readFile(path))
    }
  }
}

async function listBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
