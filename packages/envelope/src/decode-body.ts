import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib'
import type { Transform } from 'node:stream'
import type { ContentEncoding } from '@signalbox/contracts'
import { BodyError } from './body-error.js'
import { decodeZstd } from './decode-zstd.js'
import { InflatedBody } from './inflated-body.js'

export { BodyError, type BodyErrorReason } from './body-error.js'

export interface DecodeOptions {
  /** Most bytes that the body may have when inflated; checked while inflating. */
  bytesMax: number
  /** Called with the size of every inflated piece before it is kept. May throw: the body is then given up. */
  reserve?: (bytes: number) => void
}

/** Up to this size a body is inflated at once: handing it to another thread costs more than it saves. */
const directBytesMax = 32 * 1024
/** Output that may be made at once. A small body that grows further than this is inflated step by step. */
const directInflatedBytesMax = 1024 * 1024

export interface Codec {
  inflateDirectly(body: Uint8Array, options: { maxOutputLength: number }): Buffer
  createStream(): Transform
}

const gzip: Codec = { inflateDirectly: gunzipSync, createStream: createGunzip }
const zlib: Codec = { inflateDirectly: inflateSync, createStream: createInflate }
const rawDeflate: Codec = { inflateDirectly: inflateRawSync, createStream: createInflateRaw }
const brotli: Codec = { inflateDirectly: brotliDecompressSync, createStream: createBrotliDecompress }

/**
 * Inflates a request body, all members or frames of it. An identity body is given back as it is, an empty body is
 * empty in every encoding. Large bodies do not hold up the event loop.
 * @throws BodyError `too-large` beyond `bytesMax`, `corrupt` when the data is damaged or cut off; and whatever
 *   `reserve` throws.
 */
export async function decodeBody(
  body: Uint8Array,
  encoding: ContentEncoding,
  options: DecodeOptions,
): Promise<Uint8Array> {
  if (encoding === 'identity' || body.length === 0) return checkIdentity(body, options)
  if (encoding === 'zstd') return decodeZstd(body, new InflatedBody(options))
  const codec = chooseCodec(body, encoding)
  const direct = body.length <= directBytesMax ? inflateDirectly(codec, body, options) : undefined
  return direct ?? inflateInSteps(codec.createStream(), body, new InflatedBody(options))
}

function checkIdentity(body: Uint8Array, options: DecodeOptions): Uint8Array {
  if (body.length > options.bytesMax) throw new BodyError('too-large')
  return body
}

/** What inflates the body, judged by its first bytes where the name of the encoding leaves it open. */
export function chooseCodec(body: Uint8Array, encoding: 'gzip' | 'deflate' | 'br'): Codec {
  if (encoding === 'gzip') return gzip
  if (encoding === 'br') return brotli
  return hasZlibHeader(body) ? zlib : rawDeflate
}

/** RFC 1950: method 8, and the first two bytes are a multiple of 31. Some clients send raw deflate data instead. */
function hasZlibHeader(body: Uint8Array): boolean {
  const [method = 0, flags = 0] = body
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0
}

/** @returns undefined when the result is too large to be made at once. */
function inflateDirectly(codec: Codec, body: Uint8Array, options: DecodeOptions): Uint8Array | undefined {
  const maxOutputLength = Math.min(options.bytesMax, directInflatedBytesMax)
  let inflated: Buffer
  try {
    inflated = codec.inflateDirectly(body, { maxOutputLength })
  } catch (error) {
    if (!isTooLarge(error)) throw new BodyError('corrupt', { cause: error })
    if (options.bytesMax <= directInflatedBytesMax) throw new BodyError('too-large')
    return undefined
  }
  options.reserve?.(inflated.length)
  return inflated
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

async function inflateInSteps(stream: Transform, body: Uint8Array, result: InflatedBody): Promise<Uint8Array> {
  stream.end(body)
  try {
    for await (const piece of stream) {
      if (piece instanceof Uint8Array) result.add(piece)
    }
  } catch (error) {
    throw result.refusal ?? new BodyError('corrupt', { cause: error })
  }
  return result.join()
}
