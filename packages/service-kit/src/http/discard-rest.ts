import type { IncomingMessage } from 'node:http'
import { isHeldBack } from './continue-when-read.js'

const discardBytesMax = 64 * 1024 * 1024
const discardMsMax = 10_000

/**
 * Drains a request after an early response. Closing a connection while the client is still sending resets it, and many
 * clients then never see the response. Clients that do not stop are cut off.
 */
export function discardRest(req: IncomingMessage): void {
  if (isRead(req)) return
  void readToEnd(req).then((isEnded) => {
    if (!isEnded) req.destroy()
  })
}

/**
 * Await before an early response. A connection that will be closed closes as soon as the response is written, even if
 * the client is still sending, so the request is drained first. On keep-alive connections there is nothing to wait for:
 * the response is sent immediately and `discardRest` drains the request. The same goes for clients that wait with their
 * bodies. Never rejects.
 */
export async function discardBeforeClose(req: IncomingMessage): Promise<void> {
  if (isLastRequest(req) && !isHeldBack(req)) await readToEnd(req)
}

/** By default, HTTP/1.1 keeps connections open and 1.0 closes them. */
function isLastRequest({ headers, httpVersion }: IncomingMessage): boolean {
  const connection = headers.connection?.toLowerCase() ?? ''
  return httpVersion === '1.0' ? !connection.includes('keep-alive') : connection.includes('close')
}

function isRead({ complete, destroyed }: IncomingMessage): boolean {
  return complete || destroyed
}

/** @returns false if the client exceeds the limits; reading stops then. */
function readToEnd(req: IncomingMessage): Promise<boolean> {
  if (isRead(req)) return Promise.resolve(true)
  return new Promise((resolve) => {
    let bytesLeft = discardBytesMax
    const stop = (isEnded: boolean) => {
      clearTimeout(timer)
      req.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onEnd)
      if (!isEnded) req.pause()
      resolve(isEnded)
    }
    const onEnd = () => {
      stop(true)
    }
    const onData = (piece: Buffer) => {
      bytesLeft -= piece.length
      if (bytesLeft < 0) stop(false)
    }
    const timer = setTimeout(stop, discardMsMax, false).unref()
    req.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onEnd).resume()
  })
}
