import { ServiceError } from '@signalbox/contracts'
import type { Log, SessionLease, SessionWork } from '@signalbox/service-kit'

/** The session was cancelled, or another worker has it: nothing more is to be written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export interface LeaseKeeperOptions {
  work: Pick<SessionWork, 'renewLease' | 'onChange'>
  lease: SessionLease
  /** Milliseconds. */
  leaseMs: number
  log: Log
  onLost(reason: LeaseLost): void
}

/** Keeps a session for its worker until it is stopped. */
export interface LeaseKeeper {
  /** Does something that changes the session, without looking at the change. */
  writing<T>(write: () => Promise<T>): Promise<T>
  stop(): void
}

/**
 * Renews a lease three times in its length, and at once when somebody else changed the session. Failing to ask loses
 * the lease when it has run out meanwhile.
 */
export function keepLease(options: LeaseKeeperOptions): LeaseKeeper {
  const { work, lease, leaseMs, log } = options
  let renewedAt = performance.now()
  let writes = 0
  const renew = async () => {
    const askedAt = performance.now()
    try {
      await work.renewLease(lease, leaseMs)
      renewedAt = askedAt
    } catch (err) {
      const isLost = err instanceof ServiceError && err.code === 'conflict'
      const isOver = performance.now() - renewedAt >= leaseMs
      if (isLost || isOver) options.onLost(new LeaseLost('The lease is lost', { cause: err }))
      else log.warn({ err, sessionId: lease.sessionId }, 'a lease could not be renewed')
    }
  }
  const timer = setInterval(() => void renew(), leaseMs / 3)
  const stopListening = work.onChange?.((sessionId) => {
    if (sessionId === lease.sessionId && writes === 0) void renew()
  })
  return {
    writing: async (write) => {
      writes += 1
      try {
        return await write()
      } finally {
        writes -= 1
      }
    },
    stop: () => {
      clearInterval(timer)
      stopListening?.()
    },
  }
}
