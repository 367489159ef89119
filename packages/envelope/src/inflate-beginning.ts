import type { ContentEncoding } from '@signalbox/contracts'
import { chooseCodec } from './decode-body.js'
import { inflateFirstZstdBlocks } from './decode-zstd.js'

/**
 * Inflates the beginning of a body of which only the beginning is there, and no more than that much of it.
 * @param body Its first bytes as they came.
 * @param bytesMax Bytes of the result; there may be fewer.
 * @returns what could be made of it: nothing, when it is damaged from its first byte on.
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
    // The rest of the body is missing, or damaged: what came before tells whose it is.
  }
  return pieces
}
