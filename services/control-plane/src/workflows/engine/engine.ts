import type { Clock, Log } from '@signalbox/service-kit'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import { createWorkLease } from '../../scheduling/work-lease.js'
import { createScheduleCache } from '../../scheduling/schedule.js'
import { evaluateCondition } from './conditions/evaluate-condition.js'
import type { EngineStore } from './decide-occurrence.js'
import { createHousekeeping, createSteps } from './steps.js'

export interface EngineOptions {
  store: EngineStore
  clock: Clock
  log: Log
  /** Identifies the process; different after every start. */
  owner: string
  /** Runs queries on behalf of an organization; without it, no condition is evaluated. */
  queryTelemetry?: QueryTelemetry
}

/**
 * Runs workflows: schedules, events, conditions, queued runs, retries and timeouts. It has no timers and no state
 * outside the database, so it can be stopped at any point and resumes where it left off.
 */
export interface Engine {
  /**
   * Does a bounded part of what is due. No-op unless this process holds the lease.
   * @returns when to call it again, Unix milliseconds: immediately if more is due.
   * @throws ServiceError `unavailable`; a later call repeats whatever was not stored.
   */
  tick(): number
  /** Evaluates some of the conditions that are due. @returns like `tick`. Rejects as `tick` throws. */
  evaluateConditions(): Promise<number>
  /** Releases the lease, so that another process can take over immediately. */
  release(): void
}

/** Rows per transaction: about 10 ms of work, so that requests can run in between. */
const chunkLength = 100
const conditionsAtOnce = 10
const leaseMs = 15_000
const housekeepingMs = 30_000
/** New events are found by polling at this interval. */
const pollMs = 500

export function createEngine({ store, clock, log, owner, queryTelemetry }: EngineOptions): Engine {
  let lastHousekeepingAt: number | undefined
  const onLeaseLost = () => {
    lastHousekeepingAt = undefined
  }
  const lease = createWorkLease(store, { name: 'workflows', owner, leaseMs, log, onLeaseLost })
  const steps = createSteps({ store, openSchedule: createScheduleCache() })
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

  const evaluateDue = async (context: QueryTelemetry, now: number): Promise<number> => {
    const due = store.workflowTriggers.listDue('condition', now, conditionsAtOnce)
    for (const row of due) await evaluateCondition({ store, lease, queryTelemetry: context, clock, log }, row)
    return due.length < conditionsAtOnce ? now + pollMs : now
  }

  return {
    tick: () => {
      const now = clock()
      return lease.whileHeld(now, () => work(now))
    },
    evaluateConditions: async () => {
      const now = clock()
      if (queryTelemetry === undefined) return now + leaseMs / 3
      return lease.whileHeldAsync(now, () => evaluateDue(queryTelemetry, now))
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
