import type { IncomingMessage } from 'node:http'
import { BodyError } from '@signalbox/envelope'
import { cutWhenSlow, type MemoryLease } from '@signalbox/service-kit'

/** The client went away while it was sending: there is nobody to answer. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'
}

/** Takes so much of a body, or all of it. @throws as `readBody` does. */
export async function readBeginning(
  req: IncomingMessage,
  options: ReadOptions & { beginningBytes: number },
): Promise<BodyBeginning> {
  const pieces: Buffer[] = []
  const isWhole = await takePieces(req, options, pieces, (bytes) => bytes >= options.beginningBytes)
  return { pieces, isWhole }
}

/** What was taken of a body before it was known who sends it; its bytes are reserved. */
export interface BodyBeginning {
  pieces: readonly Buffer[]
  /** Whether it is all there is. */
  isWhole: boolean
}

export interface ReadOptions {
  bytesMax: number
  memory: MemoryLease
  beginning?: BodyBeginning | undefined
}

/**
 * Reads the body as it is on the wire. Stops at the first byte too many; the rest is for `discardRest`. Who sends too slowly
 * is cut off, for what it has sent takes up memory.
 * @throws BodyError `too-large`, OverloadedError, RequestAborted
 */
export async function readBody(req: IncomingMessage, options: ReadOptions): Promise<Buffer> {
  const { beginning } = options
  if (beginning === undefined && isThere(req)) return takeAtOnce(req, options)
  const pieces = beginning === undefined ? [] : [...beginning.pieces]
  if (beginning?.isWhole !== true) await takePieces(req, options, pieces, () => false)
  return joinPieces(pieces)
}

/** A small body comes with its headers, and has come when its sender is known: there is nothing to wait for. */
function isThere({ headers, readableLength, destroyed }: IncomingMessage): boolean {
  return readableLength > 0 && Number(headers['content-length']) === readableLength && !destroyed
}

function takeAtOnce(req: IncomingMessage, { bytesMax, memory }: Pick<ReadOptions, 'bytesMax' | 'memory'>): Buffer {
  if (req.readableLength > bytesMax) throw new BodyError('too-large')
  memory.reserve(req.readableLength)
  const body: unknown = req.read()
  // So that the request ends.
  req.resume()
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/**
 * Takes pieces of the body until there are enough of them, or no more.
 * @param pieces Is added to.
 * @returns whether the body has ended.
 */
function takePieces(
  req: IncomingMessage,
  { bytesMax, memory }: Pick<ReadOptions, 'bytesMax' | 'memory'>,
  pieces: Buffer[],
  isEnough: (bytes: number) => boolean,
): Promise<boolean> {
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) return Promise.reject(new BodyError('too-large'))
  // Gone while its key was looked up: no event would ever come.
  if (req.destroyed) return Promise.reject(new RequestAborted())
  return new Promise((resolve, reject) => {
    let bytes = sizeOf(pieces)
    const stopTiming = cutWhenSlow(req, () => bytes)
    const onData = (piece: Buffer) => {
      bytes += piece.length
      try {
        if (bytes > bytesMax) throw new BodyError('too-large')
        memory.reserve(piece.length)
        pieces.push(piece)
        if (!isEnough(bytes)) return
        req.pause()
        settle(() => {
          resolve(false)
        })
      } catch (error) {
        settle(() => {
          reject(error instanceof Error ? error : new RequestAborted())
        })
      }
    }
    const onEnd = () => {
      settle(() => {
        resolve(true)
      })
    }
    const onGone = () => {
      settle(() => {
        reject(new RequestAborted())
      })
    }
    const settle = (how: () => void) => {
      stopTiming()
      req.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      how()
    }
    req.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
    // Paused where the beginning was taken.
    req.resume()
  })
}

const sizeOf = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0)

function joinPieces(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces)
}
