import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@signalbox/contracts'
import { RecentSenders } from './recent-senders.js'

/** Organizations by connection, as last verified. */
const organizations = new WeakMap<Socket, string>()

/** Records whose request this is, after its credential was checked. */
export function recordOrganization({ socket }: Pick<IncomingMessage, 'socket'>, organizationId: string): void {
  if (organizations.get(socket) !== organizationId) organizations.set(socket, organizationId)
}

interface Connection {
  socket: Socket
  /** The organization that sent last; the address before the first verified request. */
  owner: string
  /** True once the owner is an organization. */
  isVerified: boolean
  isIdle: boolean
}

/** Connections of one owner. */
interface Share {
  /** Requests read in this turn. */
  read: number
  all: Set<Connection>
  /** Those that are not read. */
  paused: Set<Connection>
}

/**
 * Bounds how many requests of one organization are read per event-loop tick while others send. Hundreds of connections
 * may become readable together, and the event loop would read all of them before it serves anyone else. Once an
 * organization has had its share of a tick, its idle connections are not read until it has a share again, so the rest of
 * the burst waits in the kernel. Connections with an unfinished request are always read.
 */
export class ReadTurns {
  /** Addresses do not count: an organization's new connections would make it share with itself. */
  readonly #recent: RecentSenders
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #shares = new Map<string, Share>()
  /** Owners that have read in this turn, or that wait for the next. */
  readonly #active = new Set<string>()

  /** @param now Milliseconds from a clock that never goes back. */
  constructor(now = () => performance.now()) {
    this.#recent = new RecentSenders(limits.arrivals.sharedMs, now)
  }

  /** Watches a new connection. @param address Its owner until an organization is known. */
  add(socket: Socket, address: string): void {
    const connection = { socket, owner: address, isVerified: false, isIdle: true }
    this.#connections.set(socket, connection)
    this.#shareOf(address).all.add(connection)
    socket.once('close', () => {
      this.#leave(connection)
    })
  }

  /** Counts a request that has been read. No-op for connections that are not watched. */
  recordRequest(socket: Socket): void {
    const connection = this.#connections.get(socket)
    if (connection === undefined) return
    connection.isIdle = false
    const { owner } = connection
    if (connection.isVerified) this.#recent.note(owner)
    const share = this.#shareOf(owner)
    share.read += 1
    this.#planTurn(owner)
    if (share.read === limits.arrivals.readsPerTurnMax && this.#recent.hasOthers(owner)) pauseAll(share)
  }

  /** Call when the responses to all requests of a connection are complete. */
  markIdle(socket: Socket): void {
    const connection = this.#connections.get(socket)
    if (connection === undefined) return
    const organization = organizations.get(socket)
    // Also if the connection ends with its first response.
    if (organization !== undefined) this.#recent.note(organization)
    if (socket.destroyed) return
    connection.isIdle = true
    const owner = organization ?? connection.owner
    if (owner !== connection.owner) {
      this.#leave(connection)
      connection.owner = owner
      connection.isVerified = true
      this.#shareOf(owner).all.add(connection)
    }
    const share = this.#shareOf(owner)
    // The organization waits for its next share.
    if (share.paused.size > 0) pause(share, connection)
  }

  #planTurn(owner: string): void {
    if (this.#active.size === 0) {
      setImmediate(() => {
        this.#startTurn()
      })
    }
    this.#active.add(owner)
  }

  #startTurn(): void {
    const owners = [...this.#active]
    this.#active.clear()
    for (const owner of owners) {
      const share = this.#shareOf(owner)
      share.read = 0
      resume(share, this.#recent.hasOthers(owner) ? limits.arrivals.readsPerTurnMax : Infinity)
      if (share.paused.size > 0) this.#planTurn(owner)
      if (share.all.size === 0) this.#shares.delete(owner)
    }
  }

  #shareOf(owner: string): Share {
    const found = this.#shares.get(owner)
    if (found !== undefined) return found
    const share = { read: 0, all: new Set<Connection>(), paused: new Set<Connection>() }
    this.#shares.set(owner, share)
    return share
  }

  #leave(connection: Connection): void {
    const share = this.#shareOf(connection.owner)
    share.all.delete(connection)
    share.paused.delete(connection)
    if (share.all.size === 0 && !this.#active.has(connection.owner)) this.#shares.delete(connection.owner)
  }
}

function pauseAll(share: Share): void {
  for (const connection of share.all) if (connection.isIdle) pause(share, connection)
}

function pause({ paused }: Share, connection: Connection): void {
  if (paused.has(connection)) return
  paused.add(connection)
  connection.socket.pause()
}

/** Those paused first are resumed first. */
function resume({ paused }: Share, connectionsMax: number): void {
  let left = connectionsMax
  for (const connection of paused) {
    if (left === 0) return
    left -= 1
    paused.delete(connection)
    connection.socket.resume()
  }
}
