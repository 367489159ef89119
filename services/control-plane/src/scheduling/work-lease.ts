import type { Log } from '@signalbox/service-kit'
import type { LeaseStores } from './lease-stores.js'

/** Another process owns the lease now; the transaction was rolled back. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * An exclusive lease on some work, such as the workflow engine, among the processes that share a database. Times are
 * Unix milliseconds.
 */
export interface WorkLease {
  /**
   * Runs work if this process has the lease or can acquire it.
   * @returns the result of the work: when to run it again, in Unix milliseconds. If another process has the lease, or
   * acquires it while the work is running, when to try again. Other errors are rethrown.
   */
  whileHeld(now: number, work: () => number): number
  /** Like `whileHeld`, for asynchronous work. */
  whileHeldAsync(now: number, work: () => Promise<number>): Promise<number>
  /** Acquires or renews the lease; long-running work calls it in between. @returns false if another process has it. */
  hold(now: number): boolean
  /**
   * Runs work in one transaction if the lease is still held.
   * @throws LeaseLost if another process has acquired it in the meantime, however long ago this one last checked.
   */
  guard<T>(work: () => T): T
  /** Releases the lease to other processes immediately. */
  release(): void
}

export interface WorkLeaseOptions {
  /** Name of the work. */
  name: string
  /** Identifies the process; different after each start. */
  owner: string
  /** How long others wait after the owner is gone. */
  leaseMs: number
  log: Pick<Log, 'warn'>
  /** Called when another process has acquired the lease: cached state of the work is outdated. */
  onLeaseLost?: () => void
}

type LeaseStore = Pick<LeaseStores, 'engineLeases' | 'transact'>

export function createWorkLease(store: LeaseStore, options: WorkLeaseOptions): WorkLease {
  const { name, owner, leaseMs, log, onLeaseLost } = options
  const held = createHold(store, options)

  const backOff = (now: number): number => {
    onLeaseLost?.()
    return now + leaseMs / 3
  }
  const giveUp = (error: unknown, now: number): number => {
    if (!(error instanceof LeaseLost)) throw error
    log.warn({ owner }, `another process has taken over the ${name}`)
    return backOff(now)
  }

  return {
    ...held,
    whileHeld: (now, work) => {
      try {
        return held.hold(now) ? work() : backOff(now)
      } catch (error) {
        return giveUp(error, now)
      }
    },
    whileHeldAsync: async (now, work) => {
      try {
        return held.hold(now) ? await work() : backOff(now)
      } catch (error) {
        return giveUp(error, now)
      }
    },
  }
}

function createHold(
  store: LeaseStore,
  { name, owner, leaseMs }: WorkLeaseOptions,
): Pick<WorkLease, 'hold' | 'guard' | 'release'> {
  /** Token of this process's lease; undefined while it has none. */
  let token: number | undefined
  const isHeld = () => token !== undefined && store.engineLeases.find(name)?.token === token

  const take = (now: number): number | undefined => {
    const row = store.engineLeases.find(name)
    if (row !== undefined && row.token !== token && !isFree(row.expires_at, now, leaseMs)) return undefined
    const next = row === undefined ? 1 : row.token === token ? row.token : row.token + 1
    store.engineLeases.put({ name, owner, token: next, expires_at: now + leaseMs })
    return next
  }

  return {
    hold: (now) => {
      const row = store.engineLeases.find(name)
      const isFresh = row !== undefined && row.token === token && isMidway(row.expires_at, now, leaseMs)
      if (!isFresh) token = store.transact(() => take(now))
      return token !== undefined
    },
    guard: (work) =>
      store.transact(() => {
        if (isHeld()) return work()
        token = undefined
        throw new LeaseLost(`another process is responsible for the ${name}`)
      }),
    release: () => {
      if (token === undefined) return
      const held = token
      token = undefined
      store.transact(() => {
        if (store.engineLeases.find(name)?.token !== held) return
        store.engineLeases.put({ name, owner, token: held + 1, expires_at: 0 })
      })
    },
  }
}

/** An expiry further away than the lease duration was written before the clock was set back. */
function isFree(expiresAt: number, now: number, leaseMs: number): boolean {
  return expiresAt <= now || expiresAt > now + leaseMs
}

/** Renewing costs a write, so it happens only in the second half of the lease. */
function isMidway(expiresAt: number, now: number, leaseMs: number): boolean {
  return expiresAt > now + leaseMs / 2 && expiresAt <= now + leaseMs
}
