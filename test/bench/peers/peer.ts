import type { LoadTarget } from '../store-load.js'

/** A service to compare with. */
export interface Peer {
  /** @returns whether it is available; prints the reason if not. */
  install(): Promise<boolean>
  /** Starts it with a fresh directory. */
  start(): Promise<RunningPeer>
}

/** A running service that accepts the requests of a load. Its name includes its version. */
export interface RunningPeer extends LoadTarget {
  /** The processes that started all others of the service. */
  pids: readonly number[]
  /** Disk space before the first item. */
  emptyBytes: number
  /** Disk space, merged or vacuumed. The service may accept nothing after that. */
  readBytes(): Promise<number>
  stop(): Promise<void>
}
