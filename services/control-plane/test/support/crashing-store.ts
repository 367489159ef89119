import type { ControlPlaneStore } from '../../src/control-plane-store.js'

/** The process ended at this point. */
export class Crash extends Error {
  override readonly name = 'Crash'
}

/** Ends the process when so many further calls of the store were made. */
export interface CrashPlan {
  /** Undefined for never. */
  callsLeft: number | undefined
}

/**
 * A store of which any call may be the last one of the process: before a statement, within a transaction, which is not
 * kept then, or right after one was kept.
 */
export function crashAtRandom(store: ControlPlaneStore, plan: CrashPlan): ControlPlaneStore {
  const passPoint = () => {
    if (plan.callsLeft === undefined) return
    plan.callsLeft -= 1
    if (plan.callsLeft <= 0) throw new Crash()
  }
  const wrapPart = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name, receiver): unknown => {
        const member: unknown = Reflect.get(target, name, receiver)
        if (typeof member !== 'function') return member
        return (...values: unknown[]): unknown => {
          passPoint()
          return Reflect.apply(member, target, values)
        }
      },
    })
  const parts = Object.entries(store).map(([name, part]: [string, unknown]) => [
    name,
    typeof part === 'object' && part !== null ? wrapPart(part) : part,
  ])
  return {
    ...(Object.fromEntries(parts) as ControlPlaneStore),
    transact: (work) => {
      passPoint()
      const kept = store.transact(work)
      passPoint()
      return kept
    },
  }
}
