import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { stringifyInPieces } from '@signalbox/service-kit'

const compress = promisify(gzip)
const inflate = promisify(gunzip)

/** Much faster than the default level, and results are mostly repetition. */
const level = 1

/** Serializes JSON for storage, in pieces, and compresses it off the main thread. */
export async function packResult(value: unknown): Promise<Uint8Array> {
  return compress(Buffer.concat(await stringifyInPieces(value)), { level })
}

/** @throws Error if the content is corrupt. */
export async function unpackResult(content: Uint8Array): Promise<unknown> {
  return JSON.parse((await inflate(content)).toString())
}
