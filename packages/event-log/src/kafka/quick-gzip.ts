import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import kafkajs, { CompressionTypes } from 'kafkajs'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Half the time of zlib's default for a fifth more bytes; the README says what was measured. */
const level = 3

/** Puts a quicker level in the place of the client's own; every client reads both. Calling it again changes nothing. */
export function useQuickGzip(): void {
  kafkajs.CompressionCodecs[CompressionTypes.GZIP] = () => ({
    compress: ({ buffer }: { buffer: Buffer }) => pack(buffer, { level }),
    decompress: (buffer: Buffer) => unpack(buffer),
  })
}
