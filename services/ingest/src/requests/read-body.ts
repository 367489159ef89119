import type { IncomingMessage } from 'node:http'
import { BodyError } from '@signalbox/envelope'
import type { MemoryLease } from './memory-budget.js'

/** The client went away while it was sending: there is nobody to answer. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'
}

export interface ReadOptions {
  bytesMax: number
  memory: MemoryLease
}

/**
 * Reads the body as it is on the wire. Stops at the first byte too many; the rest is for `discardRest`.
 * @throws BodyError `too-large`, OverloadedError, RequestAborted
 */
export function readBody(req: IncomingMessage, options: ReadOptions): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > options.bytesMax) {
    return Promise.reject(new BodyError('too-large'))
  }
  // Gone while its key was looked up: no event would ever come.
  if (req.destroyed) return Promise.reject(new RequestAborted())
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let bytes = 0
    const onData = (piece: Buffer) => {
      bytes += piece.length
      try {
        if (bytes > options.bytesMax) throw new BodyError('too-large')
        options.memory.reserve(piece.length)
        pieces.push(piece)
      } catch (error) {
        stop()
        reject(error instanceof Error ? error : new RequestAborted())
      }
    }
    const onEnd = () => {
      stop()
      resolve(joinPieces(pieces, bytes))
    }
    const onGone = () => {
      stop()
      reject(new RequestAborted())
    }
    const stop = () => {
      req.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
    }
    req.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  })
}

function joinPieces(pieces: Buffer[], bytes: number): Buffer {
  const [first] = pieces
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces, bytes)
}
