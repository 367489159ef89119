import type { IncomingMessage } from 'node:http'
import { limits } from '@signalbox/contracts'

/**
 * Cuts a connection whose body arrives more slowly than `limits.body.leastRate`, because received bytes occupy memory.
 * If this process was too busy to look in time, the sender isn't judged: its bytes may be waiting to be read.
 * @param clock Milliseconds.
 * @returns a function that stops watching.
 */
export function cutWhenSlow(
  req: Pick<IncomingMessage, 'destroy'>,
  bytesSoFar: () => number,
  clock = () => performance.now(),
): () => void {
  const { bytes: leastBytes, withinMs } = limits.body.leastRate
  let before = bytesSoFar()
  let lookedAt = clock()
  const timer = setInterval(() => {
    const [bytes, now] = [bytesSoFar(), clock()]
    const isInTime = now - lookedAt < withinMs * 1.5
    if (isInTime && bytes - before < leastBytes) req.destroy()
    before = bytes
    lookedAt = now
  }, withinMs)
  return () => {
    clearInterval(timer)
  }
}
