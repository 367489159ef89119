import type { Server } from 'node:https'

/** A connection, as far as it is looked at here. */
interface Connection {
  remoteAddress?: string | undefined
  remotePort?: number | undefined
  once(event: 'close', listener: () => void): unknown
  destroy(): unknown
}

/**
 * Follows connections whose TLS handshake is not over, which the HTTP server does not know of and would wait for at its
 * stop. Call before the server listens.
 * @returns cuts all of them, and those that still come.
 */
export function cutHandshakes(server: Server): () => void {
  /** By the address at the other end, which is all that a connection and its secured one have in common. */
  const opening = new Map<string, Connection>()
  let isEnding = false
  server.on('connection', (socket: Connection) => {
    if (isEnding) {
      socket.destroy()
      return
    }
    const peer = peerOf(socket)
    opening.set(peer, socket)
    socket.once('close', () => {
      if (opening.get(peer) === socket) opening.delete(peer)
    })
  })
  server.on('secureConnection', (socket) => {
    opening.delete(peerOf(socket))
  })
  return () => {
    isEnding = true
    for (const socket of opening.values()) socket.destroy()
  }
}

function peerOf({ remoteAddress = '', remotePort = 0 }: Connection): string {
  return `${remoteAddress} ${remotePort}`
}
