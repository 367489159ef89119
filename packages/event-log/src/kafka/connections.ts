import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ISocketFactory } from 'kafkajs'

const keepAliveMs = 60_000

/** Connections of one client. */
export interface Connections {
  /** Socket factory for the client. */
  open: ISocketFactory
  /**
   * Closes all connections and prevents new ones. Pending requests fail immediately instead of after the client's own
   * timeout, which `disconnect` would wait for as well.
   */
  cut: () => void
}

export function createConnections(): Connections {
  const sockets = new Set<Socket>()
  let isCut = false
  return {
    open: (args) => {
      if (isCut) throw new Error('the client was abandoned')
      const socket = openSocket(args)
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
    cut: () => {
      isCut = true
      // The client listens for errors, not for the unexpected end of a socket.
      for (const socket of sockets) socket.destroy(new Error('connection reset'))
    },
  }
}

/** @param args The client omits `ssl` without TLS, contrary to its types. */
function openSocket({ host, port, ssl, onConnect }: Parameters<ISocketFactory>[0]): Socket {
  const isPlain = !(ssl as unknown)
  const socket = isPlain
    ? connectPlain({ host, port }, onConnect)
    : connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ...ssl }, onConnect)
  return socket.setKeepAlive(true, keepAliveMs)
}
