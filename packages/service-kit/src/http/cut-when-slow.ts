import type { IncomingMessage } from 'node:http'
import { limits } from '@signalbox/contracts'

/**
 * Cuts a connection whose body arrives more slowly than `limits.body.leastRate`, because received bytes occupy memory.
 * @returns a function that stops watching.
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
