import type { ContentEncoding } from '@signalbox/contracts'
import { chooseCodec } from './decode-body.js'
import { inflateFirstZstdBlocks } from './decode-zstd.js'

/**
 * Inflates the beginning of a truncated body.
 * @param body Its first bytes, still encoded.
 * @param bytesMax Maximum size of the result, which may be shorter.
 * @returns as much as could be inflated; empty if it is corrupt from the first byte on.
 */
export async function inflateBeginning(
  body: Uint8Array,
  encoding: ContentEncoding,
  bytesMax: number,
): Promise<Uint8Array> {
  if (encoding === 'identity') return body.subarray(0, bytesMax)
  const pieces =
    encoding === 'zstd' ? inflateFirstZstdBlocks(body, bytesMax) : await inflateUntil(body, encoding, bytesMax)
  return Buffer.concat(pieces).subarray(0, bytesMax)
}

async function inflateUntil(
  body: Uint8Array,
  encoding: 'gzip' | 'deflate' | 'br',
  bytesMax: number,
): Promise<Uint8Array[]> {
  const stream = chooseCodec(body, encoding).createStream()
  stream.end(body)
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) continue
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= bytesMax) break
    }
  } catch {
    // The rest of the body is missing or corrupt: the output so far may be enough to identify the sender.
  }
  return pieces
}
