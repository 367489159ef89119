import { setImmediate as nextTurn } from 'node:timers/promises'
import { Decompress } from 'fzstd'
import { BodyError } from './body-error.js'
import type { InflatedBody } from './inflated-body.js'
import { readZstdSteps } from './zstd-frames.js'

/** Blocks given to the decoder at once: at most 1 MiB of output between two looks at the limit and the event loop. */
const blocksPerTurn = 8

/**
 * The decoder moves its whole window for every block, and makes one for every frame. A body of countless tiny blocks or
 * frames would keep it busy for hours, so that a body may move so much, and so many times its own size. Whatever an encoder makes of
 * telemetry stays far below: 100 MiB in ordinary blocks with the largest window move 6.4 GiB.
 */
const movedMax = { bytes: 8 * 1024 ** 3, freeBytes: 256 * 1024 ** 2, timesInput: 2_048 }

/**
 * Inflates zstd in JavaScript on every version of Node: the one in newer versions ends silently after the first frame
 * of several. The content checksum is not verified.
 * @throws BodyError
 */
export async function decodeZstd(body: Uint8Array, result: InflatedBody): Promise<Uint8Array> {
  const decoder = new Decompress((piece) => {
    result.add(piece)
  })
  try {
    await decodeInTurns(body, decoder)
  } catch (error) {
    throw result.refusal ?? (error instanceof BodyError ? error : new BodyError('corrupt', { cause: error }))
  }
  return result.join()
}

async function decodeInTurns(body: Uint8Array, decoder: Decompress): Promise<void> {
  let start = 0
  let blocks = 0
  let movedBytes = 0
  const movedBytesMax = Math.min(movedMax.bytes, movedMax.freeBytes + body.length * movedMax.timesInput)
  for (const { end, windowBytes } of readZstdSteps(body)) {
    blocks += 1
    movedBytes += windowBytes
    if (movedBytes > movedBytesMax) throw new BodyError('too-large')
    if (blocks % blocksPerTurn !== 0 || end === body.length) continue
    decoder.push(body.subarray(start, end))
    start = end
    await nextTurn()
  }
  decoder.push(body.subarray(start), true)
}

/** Blocks that a header line lies in, however it was flushed. */
const firstBlocks = 4

/** @returns what the first blocks become; nothing when they are damaged. */
export function inflateFirstZstdBlocks(body: Uint8Array, bytesMax: number): Uint8Array[] {
  const pieces: Uint8Array[] = []
  const decoder = new Decompress((piece) => pieces.push(piece))
  let start = 0
  let blocks = 0
  const isEnough = () => pieces.reduce((sum, { length }) => sum + length, 0) >= bytesMax
  try {
    for (const { end } of readZstdSteps(body)) {
      decoder.push(body.subarray(start, end))
      start = end
      blocks += 1
      if (blocks === firstBlocks || isEnough()) break
    }
  } catch {
    // Cut off within a block, or damaged: what came before tells whose it is.
  }
  return pieces
}
