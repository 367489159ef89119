import type { IncomingMessage } from 'node:http'
import { limits } from '@signalbox/contracts'

/**
 * Cuts a connection off of whose body less comes than `limits.body.leastRate`: what was sent takes up memory.
 * @returns what ends the watch.
 */
export function cutWhenSlow(req: IncomingMessage, bytesSoFar: () => number): () => void {
  const { bytes: leastBytes, withinMs } = limits.body.leastRate
  let before = bytesSoFar()
  const timer = setInterval(() => {
    const bytes = bytesSoFar()
    if (bytes - before < leastBytes) req.destroy()
    before = bytes
  }, withinMs)
  return () => {
    clearInterval(timer)
  }
}
