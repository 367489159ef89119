import { limits } from '@signalbox/contracts'
import { unmapped, type ProxyTrust } from '../network/client-address.js'
import { networkOf } from '../network/network-of.js'

/** The parts of a connection that matter here. */
interface Connection {
  remoteAddress?: string | undefined
  once(event: 'close', listener: () => void): unknown
  destroy(): unknown
}

/** The part of a server that matters here. */
interface Server {
  on(event: 'connection', listener: (connection: Connection) => void): unknown
}

export interface ConnectionLimits {
  /** Closes a connection, and for a while every new one from its address. */
  refuse: (connection: Connection) => void
}

/**
 * Bounds the open connections of each address, so that nobody uses up file descriptors and memory alone. Proxies that are
 * trusted have no such bound. Call before the server listens.
 * @param now Milliseconds from a clock that never goes back.
 */
export function limitConnections(
  server: Server,
  isTrustedProxy: ProxyTrust,
  now = () => performance.now(),
): ConnectionLimits {
  const { perAddressMax, refusedMs, refusedMax } = limits.connections
  const open = new Map<string, number>()
  const refusedUntil = new Map<string, number>()
  const isRefused = (network: string) => {
    const until = refusedUntil.get(network)
    if (until === undefined || until > now()) return until !== undefined
    refusedUntil.delete(network)
    return false
  }
  server.on('connection', (connection: Connection) => {
    const address = unmapped(connection.remoteAddress ?? '')
    if (isTrustedProxy(address)) return
    const network = networkOf(address)
    const count = open.get(network) ?? 0
    if (count >= perAddressMax || isRefused(network)) {
      connection.destroy()
      return
    }
    open.set(network, count + 1)
    connection.once('close', () => {
      const left = (open.get(network) ?? 0) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
  return {
    refuse: (connection) => {
      const address = unmapped(connection.remoteAddress ?? '')
      connection.destroy()
      if (isTrustedProxy(address)) return
      const [oldest] = refusedUntil.keys()
      if (oldest !== undefined && refusedUntil.size >= refusedMax) refusedUntil.delete(oldest)
      refusedUntil.set(networkOf(address), now() + refusedMs)
    },
  }
}
