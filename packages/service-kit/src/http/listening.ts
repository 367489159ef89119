import { once } from 'node:events'
import type { Server } from 'node:http'

/** Resolves when the server accepts connections; rejects when the address is taken or not ours. */
export async function listen(server: Server, address: { port: number; host: string }): Promise<void> {
  server.listen(address)
  await once(server, 'listening')
}

const idleCheckMs = 50

/**
 * Accepts nothing new, lets running requests end, and cuts what still runs when the time is over. Connections are
 * closed as soon as they idle: a caller that keeps one open must not hold up the stop.
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
