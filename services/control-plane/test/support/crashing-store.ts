import type { ControlPlaneStore } from '../../src/control-plane-store.js'

/** The process ended at this point. */
export class Crash extends Error {
  override readonly name = 'Crash'
}

/** Ends the process after the given number of further store calls. */
export interface CrashPlan {
  /** Undefined for never. */
  callsLeft: number | undefined
}

/**
 * A store in which any call may be the process's last: before a statement, within a transaction, which is then rolled
 * back, or right after a commit.
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
