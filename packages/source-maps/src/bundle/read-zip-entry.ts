import { buffer } from 'node:stream/consumers'
import type { Entry, ZipFile } from 'yauzl'
import { InvalidBundleError } from './manifest.js'

/**
 * A file of a ZIP. It is read up to the size that the directory gives it, and not one byte further.
 * @throws InvalidBundleError when it is damaged or of another size.
 */
export async function readZipEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    return await buffer(await zip.openReadStreamPromise(entry))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it cannot be read'
    throw new InvalidBundleError(`the bundle has a damaged file: ${reason}`, { cause })
  }
}
