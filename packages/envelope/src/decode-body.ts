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
  /** Maximum size of the inflated body, checked while inflating. */
  bytesMax: number
  /** Called with the size of each inflated chunk before it is kept. May throw to abort inflation. */
  reserve?: (bytes: number) => void
}

/** Bodies up to this size are inflated synchronously: handing them to another thread costs more than it saves. */
const directBytesMax = 32 * 1024
/** Maximum output of synchronous inflation. Small bodies that expand further are inflated incrementally. */
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
 * Inflates a request body, including all of its members or frames. Identity bodies are returned as they are; an empty
 * body is empty in every encoding. Large bodies do not block the event loop.
 * @throws BodyError `too-large` beyond `bytesMax`, `corrupt` if the data is damaged or truncated; and whatever
 * `reserve` throws.
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

/** Selects the codec, by the body's first bytes if the encoding's name is ambiguous. */
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

/** @returns undefined if the output is too large for synchronous inflation. */
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
