import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ServiceError } from '@signalbox/contracts'
import { discardBeforeClose, discardRest } from './discard-rest.js'

const inflaters = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/**
 * Reads and decompresses (gzip, deflate, br) a small body. Refuses at the first byte beyond the limit, while the body
 * is still arriving: a compressed one may never end.
 * @returns an empty buffer if there is no body.
 * @throws ServiceError `unsupported-encoding`, `body-too-large`, `undecodable-body`, or `bad-request` if it is
 * truncated.
 */
export async function readInflatedBody(req: IncomingMessage, bytesMax: number): Promise<Buffer> {
  try {
    return await inflateBody(req, bytesMax)
  } catch (error) {
    await discardBeforeClose(req)
    // Otherwise the unpiped request would stall, and the client with it before reading the response.
    setImmediate(discardRest, req)
    throw error
  }
}

async function inflateBody(req: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const encoding = (req.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity') return collect(req, req, bytesMax)
  const inflater = inflaters.get(encoding)?.()
  if (inflater === undefined) {
    throw new ServiceError('unsupported-encoding', { detail: 'Supported encodings are gzip, deflate, br and identity' })
  }
  try {
    return await collect(req, req.pipe(inflater), bytesMax)
  } finally {
    req.unpipe(inflater)
    inflater.destroy()
  }
}

/** @param stream The request or its decompressor. */
function collect(req: IncomingMessage, stream: Readable, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let bytes = 0
    const refuse = (error: ServiceError) => {
      stream.off('data', onData)
      reject(error)
    }
    const onData = (piece: Buffer) => {
      bytes += piece.length
      pieces.push(piece)
      if (bytes <= bytesMax) return
      refuse(new ServiceError('body-too-large', { detail: `At most ${bytesMax} bytes after decompression` }))
    }
    const onGone = () => {
      if (req.complete) return
      refuse(new ServiceError('bad-request', { detail: 'The body ended before its declared length' }))
    }
    stream.on('data', onData).on('end', () => {
      resolve(Buffer.concat(pieces, bytes))
    })
    if (stream !== req) {
      stream.on('error', (cause) => {
        refuse(new ServiceError('undecodable-body', { cause }))
      })
    }
    req.on('error', onGone).on('close', onGone)
    // The connection was lost while its key was looked up: no event would ever arrive.
    if (req.destroyed) onGone()
  })
}
