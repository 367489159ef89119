import { rmSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders in which uploads are put together and taken apart. */
export interface UploadFolders {
  /** @returns the path of an empty folder; who asks for it removes it. */
  make(): Promise<string>
}

/** @param directory Of this process alone: what is in it was left behind by one that died, and is removed. */
export function openUploadFolders(directory: string): UploadFolders {
  rmSync(directory, { recursive: true, force: true })
  return {
    make: async () => {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      return mkdtemp(join(directory, 'upload-'))
    },
  }
}
