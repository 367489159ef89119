import type { Entry, ZipFile } from 'yauzl'
import { InvalidBundleError } from './manifest.js'

/**
 * Reads a file of a ZIP into a buffer of its declared size, and not one byte further. Concatenating chunks instead
 * would take twice the memory.
 * @throws InvalidBundleError if it is damaged or has a different size.
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
