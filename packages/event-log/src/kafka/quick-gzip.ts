import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import kafkajs, { CompressionTypes } from 'kafkajs'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Takes half the time of zlib's default level for a fifth more bytes; see the measurements in the README. */
const level = 3

/** Replaces the client's gzip level with a faster one; every client can read both. Idempotent. */
export function useQuickGzip(): void {
  kafkajs.CompressionCodecs[CompressionTypes.GZIP] = () => ({
    compress: ({ buffer }: { buffer: Buffer }) => pack(buffer, { level }),
    decompress: (buffer: Buffer) => unpack(buffer),
  })
}
