import { setImmediate as nextTurn } from 'node:timers/promises'
import { Decompress } from 'fzstd'
import { BodyError } from './body-error.js'
import type { InflatedBody } from './inflated-body.js'
import { readZstdSteps } from './zstd-frames.js'

/** Blocks decoded per step: at most 1 MiB of output between checks of the limit and yields to the event loop. */
const blocksPerTurn = 8

/**
 * The decoder allocates a zero-filled window for every frame and shifts the whole window for every block. A body of
 * countless tiny blocks or frames would keep it busy for hours. So a body may shift a limited number of bytes, absolute
 * and relative to its size; allocating a window is charged as several shifts, and each step as some bytes. Telemetry
 * from any encoder stays far below that: 100 MiB in ordinary blocks with the largest window shift 6.4 GiB.
 */
const movedMax = { bytes: 8 * 1024 ** 3, freeBytes: 256 * 1024 ** 2, timesInput: 2_048 }
const movesPerWindow = 8
const bytesPerStep = 16 * 1024

/**
 * Inflates zstd in JavaScript on every version of Node: the built-in decoder of newer versions silently stops after the
 * first of several frames. The content checksum is not verified. The cost is computed from frame and block headers, and
 * expensive bodies are refused before anything is inflated.
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
 * Reads only frame and block headers, and stops at the first reason to refuse.
 * @throws BodyError like `decodeZstd`: `too-large` if the cost is out of proportion to the size, `corrupt`.
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

/** Enough blocks to contain the header line, however the encoder flushed. */
const firstBlocks = 4

/** @returns the first blocks, inflated; nothing if they are corrupt. */
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
    // Truncated within a block, or corrupt: the output so far may be enough to identify the sender.
  }
  return pieces
}
