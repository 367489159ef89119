import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { limits } from '@signalbox/contracts'
import { InvalidBundleError } from './manifest.js'

/** A ZIP file whose directory is within the limits for bundles. The caller must close it. */
export interface OpenedZip {
  zip: ZipFile
  /** Files by name, without directories. */
  entries: ReadonlyMap<string, Entry>
}

/** @throws InvalidBundleError if it is not a ZIP file, has names that escape their directory, or exceeds a limit. */
export async function openZip(path: string): Promise<OpenedZip> {
  const zip = await refuseAsInvalid(() => openPromise(path, { autoClose: false }))
  try {
    return { zip, entries: await refuseAsInvalid(() => readDirectory(zip)) }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Counts entries while reading them: the count in the file may be wrong. */
async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  const { bundleFilesMax, inflatedBytesMax, fileBytesMax } = limits.artifacts
  const entries = new Map<string, Entry>()
  let count = 0
  let bytes = 0
  requireWithin(zip.entryCount, bundleFilesMax + 1, 'files')
  for await (const entry of zip.eachEntry()) {
    count += 1
    bytes += entry.uncompressedSize
    requireWithin(count, bundleFilesMax + 1, 'files')
    requireWithin(entry.uncompressedSize, fileBytesMax, 'bytes in one file')
    requireWithin(bytes, inflatedBytesMax, 'bytes in all files')
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
  }
  return entries
}

function requireWithin(value: number, max: number, what: string): void {
  if (value > max) throw new InvalidBundleError(`the bundle has more than ${max} ${what}`)
}

/** Reports errors of the ZIP reader as an invalid bundle. */
export async function refuseAsInvalid<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof InvalidBundleError || !(cause instanceof Error) || 'code' in cause) throw cause
    throw new InvalidBundleError(`the bundle is not a readable ZIP file: ${cause.message}`, { cause })
  }
}
