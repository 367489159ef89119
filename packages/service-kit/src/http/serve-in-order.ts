import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@signalbox/contracts'

/**
 * Serves the requests of each connection one at a time. A client may pipeline: send further requests without waiting for an
 * answer. Node hands over everything that one read brings, up to 2,000 small requests, and they would be handled in one
 * piece. No SDK, browser or proxy pipelines.
 * @param refuse Closes a connection on which too many wait, once. Reading even requests that are not served takes time.
 */
export function serveInOrder(serve: RequestListener, refuse: (socket: Socket) => void): RequestListener {
  /** Requests that wait, of connections with one in progress. */
  const lines = new WeakMap<Socket, (() => void)[]>()
  const begin = (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req
    res.once('close', () => {
      const next = lines.get(socket)?.shift()
      if (next === undefined) lines.delete(socket)
      else if (!socket.destroyed) next()
    })
    serve(req, res)
  }
  return (req, res) => {
    const { socket } = req
    const line = lines.get(socket)
    if (line === undefined) {
      lines.set(socket, [])
      begin(req, res)
    } else if (line.length >= limits.arrivals.pipelinedMax) {
      if (!socket.destroyed) refuse(socket)
    } else {
      line.push(() => {
        begin(req, res)
      })
    }
  }
}
