import { dayMs, limits } from '@signalbox/contracts'
import { advanceRun } from '../run-admission.js'
import { failRun, finishRunOfSession } from '../run-states.js'
import type { EngineStore } from './decide-occurrence.js'
import { dispatchEvents } from './dispatch-events.js'
import { fireSchedule, type ScheduleContext } from './fire-schedule.js'
import { settleRun } from './settle-run.js'

/** A recurring task of the engine. `work` is called in a transaction and does a bounded part of it. */
export interface EngineStep {
  /** True if there is anything to do; reads only. */
  isDue(now: number): boolean
  /** @returns the amount of work done: `most` or more if there may be more. */
  work(now: number, most: number): number
}

/**
 * Returns the steps in an order in which each one's follow-up work is done in the same tick:
 * 1. runs past their timeout fail,
 * 2. finished runs are settled: retries are scheduled and waiting runs are woken,
 * 3. events and 4. schedules create runs,
 * 5. waiting runs whose time has come start.
 */
export function createSteps(context: ScheduleContext): EngineStep[] {
  const { store } = context
  const { runQueue, workflowTriggers, workflowEvents } = store
  return [
    createStep(
      (now, limit) => runQueue.listTimedOut(now, limit),
      (run, now) => failRun(store, { run, failure: 'timed_out', now }),
    ),
    createStep(
      (_now, limit) => runQueue.listUnsettled(limit),
      (run, now) => {
        settleRun(store, run, now)
      },
    ),
    {
      isDue: () => workflowEvents.listWaiting(1).length > 0,
      work: (now, most) => dispatchEvents(store, now, most),
    },
    createStep(
      (now, limit) => workflowTriggers.listDue('schedule', now, limit),
      (trigger, now) => {
        fireSchedule(context, trigger, now)
      },
    ),
    createStep(
      (now, limit) => runQueue.listStartable(now, limit),
      (run, now) => {
        const workflow = store.workflows.find(run.organization_id, run.workflow_id)
        if (workflow === undefined) failRun(store, { run, failure: 'cancelled', now })
        else advanceRun(store, { workflow, run, now })
      },
    ),
  ]
}

function createStep<T>(
  list: (now: number, limit: number) => T[],
  handle: (item: T, now: number) => unknown,
): EngineStep {
  return {
    isDue: (now) => list(now, 1).length > 0,
    work: (now, most) => {
      const items = list(now, most)
      for (const item of items) handle(item, now)
      return items.length
    },
  }
}

const { occurrenceDays, retryPauseSecondsMax, storedEventsMax } = limits.workflow

/**
 * Creates the periodic housekeeping, which also runs at every start: finishes runs whose session ended without them,
 * corrects times that are too far in the future after the clock was set back, and deletes old data, a part at a time.
 */
export function createHousekeeping(store: EngineStore): EngineStep['work'] {
  return (now, most) => {
    const orphans = store.runQueue.listOrphaned(most)
    for (const { session_id: sessionId, session_status: status } of orphans) {
      finishRunOfSession(store, sessionId, status === 'completed' ? 'completed' : 'failed', now)
    }
    store.runQueue.rebase({ now, pauseMsMax: retryPauseSecondsMax * 1_000 })
    store.workflowTriggers.rebaseConditions(now)
    const before = now - occurrenceDays * dayMs
    const deleted = [
      store.triggerOccurrences.deleteBefore(before, most),
      store.workflowEvents.deleteBefore(before, most),
      store.workflowEvents.deleteBeyond(storedEventsMax, most),
    ]
    return Math.max(orphans.length, ...deleted)
  }
}
