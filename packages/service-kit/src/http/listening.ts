import { once } from 'node:events'
import type { Server } from 'node:http'

/** Resolves once the server accepts connections; rejects if the address is in use or not local. */
export async function listen(server: Server, address: { port: number; host: string }): Promise<void> {
  server.listen(address)
  await once(server, 'listening')
}

const idleCheckMs = 50

/**
 * Stops accepting connections, lets running requests finish, and cuts those that exceed the time limit. Idle
 * connections are closed immediately, so that keep-alive callers do not delay the shutdown.
 */
export async function stopServer(server: Server, withinMs: number): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve()
    })
  })
  server.closeIdleConnections()
  const idle = setInterval(() => {
    server.closeIdleConnections()
  }, idleCheckMs)
  const bound = setTimeout(() => {
    server.closeAllConnections()
  }, withinMs)
  await closed
  clearInterval(idle)
  clearTimeout(bound)
}
