import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@signalbox/contracts'

/** Requests of one connection. */
interface Line {
  isBusy: boolean
  waiting: (() => void)[]
}

export interface ConnectionObserver {
  /** Closes a connection on which too many wait, once. Reading even requests that are not served takes time. */
  refuse: (socket: Socket) => void
  /** Called when every request of a connection has been read and answered. */
  onIdle?: (socket: Socket) => void
}

/**
 * Serves the requests of each connection one at a time. A client may pipeline: send further requests without waiting for an
 * answer. Node hands over everything that one read brings, up to 2,000 small requests, and they would be handled in one
 * piece. No SDK, browser or proxy pipelines.
 */
export function serveInOrder(serve: RequestListener, { refuse, onIdle }: ConnectionObserver): RequestListener {
  const lines = new WeakMap<Socket, Line>()
  const lineOf = (socket: Socket): Line => {
    const found = lines.get(socket)
    if (found !== undefined) return found
    const line = { isBusy: false, waiting: [] }
    lines.set(socket, line)
    return line
  }
  const begin = (line: Line, req: IncomingMessage, res: ServerResponse) => {
    line.isBusy = true
    res.on('close', () => {
      // What waits on a closed connection is never served.
      if (req.socket.destroyed) return
      line.isBusy = false
      const next = line.waiting.shift()
      if (next !== undefined) next()
      else if (req.complete) onIdle?.(req.socket)
    })
    serve(req, res)
  }
  return (req, res) => {
    const { socket } = req
    const line = lineOf(socket)
    if (!line.isBusy) {
      begin(line, req, res)
    } else if (line.waiting.length >= limits.arrivals.pipelinedMax) {
      if (!socket.destroyed) refuse(socket)
    } else {
      line.waiting.push(() => {
        begin(line, req, res)
      })
    }
  }
}
