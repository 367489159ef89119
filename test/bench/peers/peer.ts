/** A running service that accepts envelopes of Sentry SDKs. */
export interface RunningPeer {
  name: string
  /** Where envelopes are posted, including the key. */
  envelopeUrl: string
  /** The processes that started all others of the service. */
  pids: readonly number[]
  /** Number of events that can be queried. */
  countStored(): Promise<number>
  /** Disk space of the events, merged or vacuumed; call it at rest. */
  readBytes(): Promise<number>
  stop(): Promise<void>
}
