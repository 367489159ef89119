import type { IncomingMessage } from 'node:http'

const discardBytesMax = 64 * 1024 * 1024
const discardMsMax = 10_000

/**
 * Reads on without keeping anything after a request was answered early. A connection closed on a client that still
 * sends would be reset, and many clients then never see the answer. One that does not stop is cut off.
 */
export function discardRest(req: IncomingMessage): void {
  void readToEnd(req).then((isEnded) => {
    if (!isEnded) req.destroy()
  })
}

/**
 * To be awaited before an early answer. A connection that is to close does so as soon as the answer is written, whether
 * the client still sends or not; so what it sends is read first, and kept nowhere. On connections that stay open there
 * is nothing to wait for: the answer goes out at once, and `discardRest` does the reading. Never rejects.
 */
export async function discardBeforeClose(req: IncomingMessage): Promise<void> {
  if (isLastRequest(req)) await readToEnd(req)
}

/** HTTP/1.1 keeps connections open unless told otherwise, 1.0 closes them. */
function isLastRequest({ headers, httpVersion }: IncomingMessage): boolean {
  const connection = headers.connection?.toLowerCase() ?? ''
  return httpVersion === '1.0' ? !connection.includes('keep-alive') : connection.includes('close')
}

/** @returns false when the client has not ended within the bounds; nothing is read any more then. */
function readToEnd(req: IncomingMessage): Promise<boolean> {
  if (req.complete || req.destroyed) return Promise.resolve(true)
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
