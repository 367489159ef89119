import type { Clock, Log } from '@signalbox/service-kit'
import type { Ask } from '../../telemetry-queries/ask.js'
import { createWorkLease } from '../../scheduling/work-lease.js'
import { createScheduleBook } from '../../scheduling/schedule.js'
import { lookAtCondition } from './conditions/look-at-condition.js'
import type { EngineStore } from './decide-occurrence.js'
import { createHousekeeping, createSteps } from './steps.js'

export interface EngineOptions {
  store: EngineStore
  clock: Clock
  log: Log
  /** Names the process, differently at every start. */
  owner: string
  /** Asks queries on behalf of an organization; without it no condition is looked at. */
  ask?: Ask
}

/**
 * Makes workflows run: schedules, events, conditions, turns, attempts and timeouts. It has no timers and holds nothing
 * that the database does not hold, so that it can be stopped anywhere and goes on where it was.
 */
export interface Engine {
  /**
   * Does a bounded part of what is due. No-op unless this process holds the lease.
   * @returns when it wants to be called again, Unix milliseconds: at once, when more is due.
   * @throws ServiceError `unavailable`; what was not kept is done by a later call.
   */
  tick(): number
  /** Looks at some of the conditions that are due. @returns as `tick`. Rejects as `tick` throws. */
  look(): Promise<number>
  /** Lets another process go on at once. */
  release(): void
}

/** Rows in one transaction: some 10 ms, so that requests have their turn in between. */
const chunkLength = 100
const conditionsAtOnce = 10
const leaseMs = 15_000
const housekeepingMs = 30_000
/** Events are not announced: they are looked for this often. */
const pollMs = 500

export function createEngine({ store, clock, log, owner, ask }: EngineOptions): Engine {
  let lastHousekeepingAt: number | undefined
  const onLeaseLost = () => {
    lastHousekeepingAt = undefined
  }
  const lease = createWorkLease(store, { name: 'workflows', owner, leaseMs, log, onLeaseLost })
  const steps = createSteps({ store, openSchedule: createScheduleBook() })
  const runHousekeeping = createHousekeeping(store)

  const work = (now: number): number => {
    let isBusy = false
    if (lastHousekeepingAt === undefined || Math.abs(now - lastHousekeepingAt) >= housekeepingMs) {
      isBusy = lease.guard(() => runHousekeeping(now, chunkLength)) >= chunkLength
      lastHousekeepingAt = isBusy ? undefined : now
    }
    for (const step of steps) {
      if (step.isDue(now) && lease.guard(() => step.work(now, chunkLength)) >= chunkLength) isBusy = true
    }
    return isBusy ? now : Math.min(nextDue(store) ?? Number.POSITIVE_INFINITY, now + pollMs)
  }

  const lookAtConditions = async (context: Ask, now: number): Promise<number> => {
    const due = store.workflowTriggers.listDue('condition', now, conditionsAtOnce)
    for (const row of due) await lookAtCondition({ store, lease, ask: context, clock, log }, row)
    return due.length < conditionsAtOnce ? now + pollMs : now
  }

  return {
    tick: () => {
      const now = clock()
      return lease.whileHeld(now, () => work(now))
    },
    look: async () => {
      const now = clock()
      if (ask === undefined) return now + leaseMs / 3
      return lease.whileHeldAsync(now, () => lookAtConditions(ask, now))
    },
    release: () => {
      lease.release()
    },
  }
}

function nextDue({ workflowTriggers, runQueue }: EngineStore): number | undefined {
  const times = [workflowTriggers.findNextDue('schedule'), runQueue.findNextDue()].filter((time) => time !== undefined)
  return times.length === 0 ? undefined : Math.min(...times)
}
