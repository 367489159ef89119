import type { Log } from '@signalbox/service-kit'
import type { LeaseStores } from './lease-stores.js'

/** Somebody else looks after it now: nothing of the transaction was kept. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** The right to look after something, such as workflows, which one of all processes on a database has at a time. Times are Unix milliseconds. */
export interface WorkLease {
  /**
   * Does work if this process has the lease, or can take it.
   * @returns what the work answers: when it wants to be done again, Unix milliseconds. When another process has the lease,
   *   or takes it while the work goes on, when to ask for it again. Whatever else is thrown is passed on.
   */
  whileHeld(now: number, work: () => number): number
  /** As `whileHeld`, for work that waits for something. */
  whileHeldAsync(now: number, work: () => Promise<number>): Promise<number>
  /** Takes or renews it; work that takes long calls it in between. @returns false when another process has it. */
  hold(now: number): boolean
  /**
   * Does work in one transaction, if the lease is still held.
   * @throws LeaseLost when another process took it meanwhile, however long ago this one looked.
   */
  guard<T>(work: () => T): T
  /** Lets others have it at once. */
  release(): void
}

export interface WorkLeaseOptions {
  /** What is looked after. */
  name: string
  /** Names the process, differently at every start. */
  owner: string
  /** How long others wait for one that is gone. */
  leaseMs: number
  log: Pick<Log, 'warn'>
  /** Another process looks after it: what this one remembers of the work is out of date. */
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
  /** The token under which this process writes; undefined while it has none. */
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

/** An end that is further away than any lease lasts was written before the clock was set back. */
function isFree(expiresAt: number, now: number, leaseMs: number): boolean {
  return expiresAt <= now || expiresAt > now + leaseMs
}

/** Renewing takes a write: it is done in the second half of the time only. */
function isMidway(expiresAt: number, now: number, leaseMs: number): boolean {
  return expiresAt > now + leaseMs / 2 && expiresAt <= now + leaseMs
}
