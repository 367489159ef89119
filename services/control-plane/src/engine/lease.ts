import type { ControlPlaneStore } from '../store/store.js'

/** Somebody else looks after it now: nothing of the transaction was kept. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** The right to look after something, such as workflows, which one of all processes on a database has at a time. Times are Unix milliseconds. */
export interface EngineLease {
  /** Takes or renews it. @returns false when another process has it. */
  hold(now: number): boolean
  /**
   * Does work in one transaction, if the lease is still held.
   * @throws LeaseLost when another process took it meanwhile, however long ago this one looked.
   */
  guard<T>(work: () => T): T
  /** Lets others have it at once. */
  release(): void
}

export interface EngineLeaseOptions {
  /** What is looked after. */
  name: string
  /** Names the process. */
  owner: string
  /** How long others wait for one that is gone. */
  leaseMs: number
}

export function createEngineLease(
  store: Pick<ControlPlaneStore, 'engineLeases' | 'transact'>,
  { name, owner, leaseMs }: EngineLeaseOptions,
): EngineLease {
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
        throw new LeaseLost(`another process looks after the ${name}`)
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
