import { ServiceError } from '@signalbox/contracts'
import type { Log, SessionLease, SessionWork } from '@signalbox/service-kit'

/** The session was cancelled or another worker has it: no more writes. */
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

/** Renews a session's lease until it is stopped. */
export interface LeaseKeeper {
  /** Performs a write that changes the session, without treating the change as someone else's. */
  writing<T>(write: () => Promise<T>): Promise<T>
  stop(): void
}

/**
 * Renews the lease three times per lease period, and immediately when someone else changes the session. If renewals
 * fail until the lease has expired, the lease is lost.
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
