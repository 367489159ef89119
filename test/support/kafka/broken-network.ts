import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A stretch of network in front of one address, which can be broken in three ways. */
export interface BrokenNetwork {
  /** `host:port` to connect to instead. */
  address: string
  /** Nothing goes through any more, in either direction, and nobody is told: what a cut cable looks like. */
  stall(): void
  /** Connections are cut off, and so are new ones. */
  reset(): void
  /** Everything goes through again; what was held back while it stalled is delivered. */
  heal(): void
  close(): Promise<void>
}

/**
 * Passes connections on to a port on loopback.
 * @param port Where to listen: what the broker behind it names as its own.
 */
export async function createBrokenNetwork(targetPort: number, port: number): Promise<BrokenNetwork> {
  const sockets = new Set<Socket>()
  let state: 'whole' | 'stalled' | 'reset' = 'whole'
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      if (state === 'stalled') socket.pause()
      // A connection that is reset is what this is for.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (chunk) => upstream.write(chunk))
    upstream.on('data', (chunk) => client.write(chunk))
    if (state === 'reset') client.resetAndDestroy()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: listening } = server.address() as AddressInfo
  return {
    address: `127.0.0.1:${listening}`,
    stall: () => {
      state = 'stalled'
      for (const socket of sockets) socket.pause()
    },
    reset: () => {
      state = 'reset'
      for (const socket of sockets) socket.resetAndDestroy()
    },
    heal: () => {
      state = 'whole'
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
