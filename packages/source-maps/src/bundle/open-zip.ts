import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { limits } from '@signalbox/contracts'
import { InvalidBundleError } from './manifest.js'

/** A ZIP file whose directory was read within the limits of bundles. The caller closes it. */
export interface OpenedZip {
  zip: ZipFile
  /** Files by name; folders are left out. */
  entries: ReadonlyMap<string, Entry>
}

/** @throws InvalidBundleError for what is not a ZIP file, for names that lead out of a folder, and beyond a limit. */
export async function openZip(path: string): Promise<OpenedZip> {
  const zip = await refuseAsInvalid(() => openPromise(path, { autoClose: false }))
  try {
    return { zip, entries: await refuseAsInvalid(() => readDirectory(zip)) }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** The count in the file may lie: entries are counted as they come. */
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

/** What the reader of ZIP files finds wrong is the fault of the file. */
export async function refuseAsInvalid<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof InvalidBundleError || !(cause instanceof Error) || 'code' in cause) throw cause
    throw new InvalidBundleError(`the bundle is not a readable ZIP file: ${cause.message}`, { cause })
  }
}
