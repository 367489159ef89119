import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A network path in front of one address that can be broken in three ways. */
export interface BrokenNetwork {
  /** `host:port` to connect to instead. */
  address: string
  /** Stops all traffic in both directions without any error, like a cut cable. */
  stall(): void
  /** Resets existing and new connections. */
  reset(): void
  /** Resumes traffic; data held back while stalled is delivered. */
  heal(): void
  close(): Promise<void>
}

/**
 * Forwards connections to a loopback port.
 * @param port port to listen on: the broker behind it announces it as its own.
 */
export async function createBrokenNetwork(targetPort: number, port: number): Promise<BrokenNetwork> {
  const sockets = new Set<Socket>()
  let state: 'whole' | 'stalled' | 'reset' = 'whole'
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      if (state === 'stalled') socket.pause()
      // Resetting connections is the purpose.
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
