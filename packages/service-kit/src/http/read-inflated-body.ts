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
 * Reads and inflates (gzip, deflate, br) a small body. Refuses at the first byte too many, while the body is still
 * being sent: a compressed one may never end.
 * @returns no bytes when there is no body.
 * @throws ServiceError `unsupported-encoding`, `body-too-large`, `undecodable-body`, `bad-request` when it is cut off.
 */
export async function readInflatedBody(req: IncomingMessage, bytesMax: number): Promise<Buffer> {
  try {
    return await inflateBody(req, bytesMax)
  } catch (error) {
    await discardBeforeClose(req)
    // What is unpiped by now would stop, and the client with it, before it has read the answer.
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

/** @param stream The request, or what inflates it. */
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
    // Gone while its key was looked up: no event would ever come.
    if (req.destroyed) onGone()
  })
}
