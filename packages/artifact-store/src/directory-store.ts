import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isBlobName, pathOf, type BlobArea, type BlobKey, type BlobStore, type StoredBlob } from './blob-store.js'

/** Stores blobs as files below a directory, which is created if missing and readable by its owner only. */
export function createDirectoryStore(directory: string): BlobStore {
  const fileOf = (key: BlobKey): string => join(directory, pathOf(key))
  const unfinished = join(directory, 'unfinished')
  const has = async (key: BlobKey): Promise<boolean> => {
    return (await undefinedIfMissing(access(fileOf(key)).then(() => true))) ?? false
  }
  return {
    has,
    put: async (key, bytes) => {
      if (!(await has(key))) await writeWhole(fileOf(key), bytes, unfinished)
    },
    read: (key) => undefinedIfMissing(readWhole(fileOf(key))),
    remove: (key) => rm(fileOf(key), { force: true }),
    list: (area) => listArea(directory, area),
    removeUnfinished: async (before) => {
      for (const name of (await undefinedIfMissing(readdir(unfinished))) ?? []) {
        const path = join(unfinished, name)
        const found = await undefinedIfMissing(stat(path))
        if (found !== undefined && found.mtimeMs < before) await rm(path, { force: true })
      }
    },
  }
}

/** Reads one folder at a time, so that not all names are in memory at once. Skips anything that is not a blob. */
async function* listArea(directory: string, area: BlobArea): AsyncGenerator<StoredBlob> {
  const readFolder = async (path: string) => (await undefinedIfMissing(readdir(path, { withFileTypes: true }))) ?? []
  for (const folder of await readFolder(join(directory, area))) {
    const entries = folder.isDirectory() ? await readFolder(join(directory, area, folder.name)) : []
    for (const { name } of entries.filter((entry) => entry.isFile() && isBlobName(entry.name))) {
      const path = pathOf({ area, name })
      const found =
        path === `${area}/${folder.name}/${name}` ? await undefinedIfMissing(stat(join(directory, path))) : undefined
      if (found !== undefined) yield { name, writtenAt: found.mtimeMs }
    }
  }
}

/** Reads in one call: `readFile` reads half a mebibyte at a time and yields to the event loop after each. */
async function readWhole(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = Buffer.allocUnsafeSlow(size)
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(bytes, at, size - at, at)
      if (bytesRead === 0) throw new Error(`${path} was truncated while it was read`)
      at += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}

/** Writes to a temporary file and renames it once it is on disk: after a crash the file is complete or absent. */
async function writeWhole(path: string, bytes: Uint8Array, unfinishedFolder: string): Promise<void> {
  const folder = dirname(path)
  for (const needed of [folder, unfinishedFolder]) await mkdir(needed, { recursive: true, mode: 0o700 })
  const unfinished = join(unfinishedFolder, randomUUID())
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

async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
