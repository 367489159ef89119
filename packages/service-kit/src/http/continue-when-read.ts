import type { IncomingMessage, ServerResponse } from 'node:http'

/** Requests whose clients have not been told to send the body. */
const heldBack = new WeakSet<IncomingMessage>()

/**
 * Tells a client that waits with its body (`Expect: 100-continue`) to send it once the body is read. If the request is
 * answered before, the body is never sent and the connection closes: what follows might be the body or the next request.
 */
export function continueWhenRead(req: IncomingMessage, res: ServerResponse): void {
  const { shouldKeepAlive } = res
  heldBack.add(req)
  res.shouldKeepAlive = false
  req.once('resume', () => {
    if (res.headersSent) return
    heldBack.delete(req)
    res.shouldKeepAlive = shouldKeepAlive
    res.writeContinue()
  })
}

/** True if the client still waits with its body. */
export function isHeldBack(req: IncomingMessage): boolean {
  return heldBack.has(req)
}
