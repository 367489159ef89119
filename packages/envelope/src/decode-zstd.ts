import { setImmediate as nextTurn } from 'node:timers/promises'
import { Decompress } from 'fzstd'
import { BodyError } from './body-error.js'
import type { InflatedBody } from './inflated-body.js'
import { readZstdSteps } from './zstd-frames.js'

/** Blocks given to the decoder at once: at most 1 MiB of output between two looks at the limit and the event loop. */
const blocksPerTurn = 8

/**
 * The decoder moves its whole window for every block. A body of countless tiny blocks would make it do so for hours;
 * this is enough for 100 MiB in ordinary blocks with the largest window.
 */
const movedBytesMax = 8 * 1024 ** 3

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
