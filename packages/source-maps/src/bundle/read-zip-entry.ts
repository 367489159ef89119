import type { Entry, ZipFile } from 'yauzl'
import { InvalidBundleError } from './manifest.js'

/**
 * A file of a ZIP. It is read up to the size that the directory gives it, and not one byte further, into
 * memory of that size: as parts that are put together in the end it would take twice as much.
 * @throws InvalidBundleError when it is damaged or of another size.
 */
export async function readZipEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    const bytes = Buffer.allocUnsafeSlow(entry.uncompressedSize)
    let length = 0
    for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      length += part.copy(bytes, length)
    }
    return bytes.subarray(0, length)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it cannot be read'
    throw new InvalidBundleError(`the bundle has a damaged file: ${reason}`, { cause })
  }
}
