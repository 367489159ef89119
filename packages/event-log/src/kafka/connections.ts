import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ISocketFactory } from 'kafkajs'

const keepAliveMs = 60_000

/** The connections of one client. */
export interface Connections {
  /** Opens one, as the client does by itself. */
  open: ISocketFactory
  /**
   * Ends them all, and lets no new one be opened. What waits for an answer fails at once, instead of after the client's
   * own time, which it also waits for before it disconnects.
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
      // The client looks out for errors, not for the end of a socket that it did not ask for.
      for (const socket of sockets) socket.destroy(new Error('connection reset'))
    },
  }
}

/** @param args The client leaves `ssl` out where there is none, whatever its types say. */
function openSocket({ host, port, ssl, onConnect }: Parameters<ISocketFactory>[0]): Socket {
  const isPlain = !(ssl as unknown)
  const socket = isPlain
    ? connectPlain({ host, port }, onConnect)
    : connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ...ssl }, onConnect)
  return socket.setKeepAlive(true, keepAliveMs)
}
