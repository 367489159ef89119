import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const compress = promisify(gzip)
const inflate = promisify(gunzip)

/** Much faster than the default level, and results are mostly repetition. */
const level = 1

/** Serializes and compresses JSON for storage, off the main thread. */
export async function packResult(value: unknown): Promise<Uint8Array> {
  return compress(JSON.stringify(value), { level })
}

/** @throws Error if the content is corrupt. */
export async function unpackResult(content: Uint8Array): Promise<unknown> {
  return JSON.parse((await inflate(content)).toString())
}
