import { setImmediate as nextTurn } from 'node:timers/promises'
import { Decompress } from 'fzstd'
import { BodyError } from './body-error.js'
import type { InflatedBody } from './inflated-body.js'
import { readZstdSteps } from './zstd-frames.js'

/** Blocks given to the decoder at once: at most 1 MiB of output between two looks at the limit and the event loop. */
const blocksPerTurn = 8

/**
 * The decoder makes a window for every frame, filled with zeros, and moves all of it for every block. A body of countless tiny
 * blocks or frames would keep it busy for hours, so that a body may move so much, and so many times its own size; making is
 * charged as so many moves, and each step as some bytes. Whatever an encoder makes of telemetry stays far below: 100 MiB in
 * ordinary blocks with the largest window move 6.4 GiB.
 */
const movedMax = { bytes: 8 * 1024 ** 3, freeBytes: 256 * 1024 ** 2, timesInput: 2_048 }
const movesPerWindow = 8
const bytesPerStep = 16 * 1024

/**
 * Inflates zstd in JavaScript on every version of Node: the one in newer versions ends silently after the first frame
 * of several. The content checksum is not verified. What it takes is known from the headers of its frames and blocks, and
 * refused before anything of it is inflated.
 * @throws BodyError
 */
export async function decodeZstd(body: Uint8Array, result: InflatedBody): Promise<Uint8Array> {
  const decoder = new Decompress((piece) => {
    result.add(piece)
  })
  try {
    refuseExpensiveZstd(body, result.bytesMax)
    await decodeInTurns(body, decoder)
  } catch (error) {
    throw result.refusal ?? (error instanceof BodyError ? error : new BodyError('corrupt', { cause: error }))
  }
  return result.join()
}

/**
 * Reads the headers of frames and blocks only, and no more of them than it takes to refuse.
 * @throws BodyError as `decodeZstd` does: `too-large` for what would cost more than its size allows, `corrupt`.
 */
export function refuseExpensiveZstd(body: Uint8Array, bytesMax: number): void {
  const movedBytesMax = Math.min(movedMax.bytes, movedMax.freeBytes + body.length * movedMax.timesInput)
  let movedBytes = 0
  let inflatedBytes = 0
  for (const { windowBytes, isFirst, inflatedBytesMin } of readZstdSteps(body)) {
    movedBytes += bytesPerStep + windowBytes * (isFirst ? movesPerWindow : 1)
    inflatedBytes += inflatedBytesMin
    if (movedBytes > movedBytesMax || inflatedBytes > bytesMax) throw new BodyError('too-large')
  }
}

async function decodeInTurns(body: Uint8Array, decoder: Decompress): Promise<void> {
  let start = 0
  let blocks = 0
  for (const { end } of readZstdSteps(body)) {
    blocks += 1
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
