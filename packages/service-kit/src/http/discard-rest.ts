import type { IncomingMessage } from 'node:http'

const discardBytesMax = 64 * 1024 * 1024
const discardMsMax = 10_000

/**
 * Reads on without keeping anything after a request was answered early. A connection closed on a client that still
 * sends would be reset, and many clients then never see the answer. One that does not stop is cut off.
 */
export function discardRest(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return
  let bytesLeft = discardBytesMax
  const cutOff = () => req.destroy()
  const timer = setTimeout(cutOff, discardMsMax).unref()
  const stop = () => {
    clearTimeout(timer)
  }
  req
    .on('data', (piece: Buffer) => {
      bytesLeft -= piece.length
      if (bytesLeft < 0) cutOff()
    })
    .on('end', stop)
    .on('close', stop)
    .on('error', stop)
    .resume()
}
