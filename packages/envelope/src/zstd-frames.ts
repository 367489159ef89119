import { limits } from '@signalbox/contracts'
import { BodyError } from './body-error.js'

/** A block of a zstd body, or a frame without blocks. */
export interface ZstdStep {
  /** End position in the body. */
  end: number
  /** Window size of its frame, which a decoder allocates per frame and shifts per block. */
  windowBytes: number
  /** True for the first block of a frame. */
  isFirst: boolean
  /** Inflated size as far as the header tells: 0 for compressed blocks. */
  inflatedBytesMin: number
}

interface FrameHeader {
  end: number
  windowBytes: number
  checksumBytes: number
}

const frameMagic = 0xfd2fb528
const skippableMagic = 0x184d2a50
const blockBytesMax = 128 * 1024

/**
 * Iterates over the frames and blocks of a zstd body (RFC 8878) without inflating it, so that the decoder only ever
 * receives complete blocks of frames whose window has been checked.
 * @throws BodyError `corrupt` for damaged or truncated data, dictionaries, and windows over
 * `limits.body.zstdWindowBytesMax`.
 */
export function* readZstdSteps(body: Uint8Array): Generator<ZstdStep, void> {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  let position = 0
  while (position < view.byteLength) {
    const magic = readUint(view, position, 4)
    if ((magic & 0xfffffff0) >>> 0 === skippableMagic) {
      position += 8 + readUint(view, position + 4, 4)
      checkEnd(view, position)
      yield { end: position, windowBytes: 0, isFirst: true, inflatedBytesMin: 0 }
    } else if (magic === frameMagic) {
      position = yield* readFrame(view, position)
    } else {
      throw new BodyError('corrupt')
    }
  }
}

function* readFrame(view: DataView, start: number): Generator<ZstdStep, number> {
  const header = readFrameHeader(view, start)
  const sizeMax = Math.min(header.windowBytes, blockBytesMax)
  let position = header.end
  let [isFirst, isLast] = [true, false]
  while (!isLast) {
    const block = readUint(view, position, 3)
    const type = (block >> 1) & 3
    const size = block >> 3
    if (type === 3 || size > sizeMax) throw new BodyError('corrupt')
    isLast = (block & 1) === 1
    // A run-length block stores a single byte, regardless of its inflated size.
    position += 3 + (type === 1 ? 1 : size) + (isLast ? header.checksumBytes : 0)
    checkEnd(view, position)
    yield { end: position, windowBytes: header.windowBytes, isFirst, inflatedBytesMin: type === 2 ? 0 : size }
    isFirst = false
  }
  return position
}

function readFrameHeader(view: DataView, start: number): FrameHeader {
  const descriptor = readUint(view, start + 4, 1)
  const isSingleSegment = (descriptor & 0x20) !== 0
  const sizeCode = descriptor >> 6
  const sizeBytes = sizeCode === 0 ? Number(isSingleSegment) : 1 << sizeCode
  if ((descriptor & 0x0b) !== 0) throw new BodyError('corrupt') // A dictionary, or the reserved bit.
  const sizeStart = start + (isSingleSegment ? 5 : 6)
  const size = readUint(view, sizeStart, sizeBytes) + (sizeBytes === 2 ? 256 : 0)
  const windowBytes = isSingleSegment ? size : readWindow(readUint(view, start + 5, 1))
  if (windowBytes > limits.body.zstdWindowBytesMax) throw new BodyError('corrupt')
  return { end: sizeStart + sizeBytes, windowBytes, checksumBytes: (descriptor & 4) === 0 ? 0 : 4 }
}

function readWindow(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3))
  return base + (base / 8) * (descriptor & 7)
}

/** A little-endian integer of up to eight bytes; inexact above 2^53, which is far beyond every limit. */
function readUint(view: DataView, position: number, bytes: number): number {
  checkEnd(view, position + bytes)
  let value = 0
  for (let index = bytes - 1; index >= 0; index -= 1) value = value * 256 + view.getUint8(position + index)
  return value
}

function checkEnd(view: DataView, end: number): void {
  if (end > view.byteLength) throw new BodyError('corrupt')
}
