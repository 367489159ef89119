import { rmSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

/** Temporary folders in which uploads are assembled and unpacked. */
export interface UploadFolders {
  /** @returns the path of an empty folder; the caller must remove it. */
  make(): Promise<string>
}

/**
 * @param directory Must be used by this process alone: anything in it was left behind by a crashed process and is
 * removed.
 */
export function openUploadFolders(directory: string): UploadFolders {
  rmSync(directory, { recursive: true, force: true })
  return {
    make: async () => {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      return mkdtemp(join(directory, 'upload-'))
    },
  }
}
