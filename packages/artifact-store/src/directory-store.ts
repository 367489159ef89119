import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathOf, type BlobKey, type BlobStore } from './blob-store.js'

/** Keeps blobs as files below a directory, which is made when it is missing; only its owner can read them. */
export function createDirectoryStore(directory: string): BlobStore {
  const fileOf = (key: BlobKey): string => join(directory, pathOf(key))
  const has = async (key: BlobKey): Promise<boolean> => {
    return (await unlessMissing(access(fileOf(key)).then(() => true))) ?? false
  }
  return {
    has,
    put: async (key, bytes) => {
      if (!(await has(key))) await writeWhole(fileOf(key), bytes)
    },
    read: (key) => unlessMissing(readFile(fileOf(key))),
    remove: (key) => rm(fileOf(key), { force: true }),
  }
}

/** Under another name until all bytes are on the disk: after a crash there is the whole file or none. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomUUID()}.part`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
  await syncFolder(folder)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
