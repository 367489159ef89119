import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@signalbox/contracts'
import { InvalidBundleError, openZip, readZipEntry } from '@signalbox/source-maps'
import type { FormFile } from './read-form.js'
import type { UploadFolders } from './upload-folders.js'

/** Processes one file; `path` is its name in the form or archive, and is never used as a path. */
export type TakeFile = (path: string, bytes: Buffer) => Promise<void>

/** Signature of a ZIP archive, to recognize archives without the file extension. */
const zipStart = Buffer.from('PK\x03\x04', 'latin1')

/**
 * Hands over a file of a form, or each file inside if it is a ZIP archive. @throws ServiceError `bad-request` for a
 * broken archive.
 */
export async function takeFiles(folders: UploadFolders, { filename, bytes }: FormFile, take: TakeFile): Promise<void> {
  const isArchive = filename.toLowerCase().endsWith('.zip') || bytes.subarray(0, 4).equals(zipStart)
  if (!isArchive) return take(filename, bytes)
  const folder = await folders.make()
  try {
    const path = join(folder, 'upload.zip')
    await writeFile(path, bytes)
    await takeEntries(path, take)
  } catch (cause) {
    if (cause instanceof InvalidBundleError) throw new ServiceError('bad-request', { detail: cause.message, cause })
    throw cause
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function takeEntries(path: string, take: TakeFile): Promise<void> {
  const { zip, entries } = await openZip(path)
  try {
    for (const [name, entry] of entries) await take(name, await readZipEntry(zip, entry))
  } finally {
    zip.close()
  }
}
