import type { Server } from 'node:https'

/** The relevant part of a connection. */
interface Connection {
  remoteAddress?: string | undefined
  remotePort?: number | undefined
  once(event: 'close', listener: () => void): unknown
  destroy(): unknown
}

/**
 * Tracks connections with an unfinished TLS handshake: the HTTP server does not know them and would wait for them when
 * it stops. Call before the server listens.
 * @returns a function that cuts all of them, as well as later ones.
 */
export function cutHandshakes(server: Server): () => void {
  /** By remote address and port, the only thing a raw connection and its TLS socket have in common. */
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
