import type { IncomingMessage } from 'node:http'
import { BodyError } from '@signalbox/envelope'
import { cutWhenSlow, type MemoryLease } from '@signalbox/service-kit'

/** The client disconnected while sending; there is nobody to respond to. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'
}

/** Reads up to the given number of bytes. @throws like `readBody`. */
export async function readBeginning(
  req: IncomingMessage,
  options: ReadOptions & { beginningBytes: number },
): Promise<BodyBeginning> {
  const pieces: Buffer[] = []
  const isComplete = await takePieces(req, options, pieces, (bytes) => bytes >= options.beginningBytes)
  return { pieces, isComplete }
}

/** Bytes read before the sender was known; they are already charged to the memory budget. */
export interface BodyBeginning {
  pieces: readonly Buffer[]
  /** True if this is the complete body. */
  isComplete: boolean
}

export interface ReadOptions {
  bytesMax: number
  memory: MemoryLease
  beginning?: BodyBeginning | undefined
}

/**
 * Reads the body as sent on the wire. Stops at the first excess byte; `discardRest` handles the remainder. Senders that
 * are too slow are disconnected, because their partial bodies occupy memory.
 * @throws BodyError `too-large`, OverloadedError, RequestAborted
 */
export async function readBody(req: IncomingMessage, options: ReadOptions): Promise<Buffer> {
  const { beginning } = options
  if (beginning === undefined && isBuffered(req)) return readBuffered(req, options)
  const pieces = beginning === undefined ? [] : [...beginning.pieces]
  if (beginning?.isComplete !== true) await takePieces(req, options, pieces, () => false)
  return joinPieces(pieces)
}

/** Small bodies arrive together with the headers and are already buffered when the sender has been identified. */
function isBuffered({ headers, readableLength, destroyed }: IncomingMessage): boolean {
  return readableLength > 0 && Number(headers['content-length']) === readableLength && !destroyed
}

function readBuffered(req: IncomingMessage, { bytesMax, memory }: Pick<ReadOptions, 'bytesMax' | 'memory'>): Buffer {
  if (req.readableLength > bytesMax) throw new BodyError('too-large')
  memory.reserve(req.readableLength)
  const body: unknown = req.read()
  // Lets the request end.
  req.resume()
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/**
 * Reads chunks until there are enough, or no more.
 * @param pieces Chunks are appended to it.
 * @returns true if the body has ended.
 */
function takePieces(
  req: IncomingMessage,
  { bytesMax, memory }: Pick<ReadOptions, 'bytesMax' | 'memory'>,
  pieces: Buffer[],
  isEnough: (bytes: number) => boolean,
): Promise<boolean> {
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) return Promise.reject(new BodyError('too-large'))
  // The client disconnected during the key lookup, so no further event would fire.
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
    // Reading the beginning paused the stream.
    req.resume()
  })
}

const sizeOf = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0)

function joinPieces(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces)
}
