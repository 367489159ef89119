import { dayMs, limits } from '@signalbox/contracts'
import { advanceRun } from '../run-admission.js'
import { failRun, finishRunOfSession } from '../run-states.js'
import type { EngineStore } from './decide-occurrence.js'
import { dispatchEvents } from './dispatch-events.js'
import { fireSchedule, type ScheduleContext } from './fire-schedule.js'
import { settleRun } from './settle-run.js'

/**
 * One thing that the engine does again and again. `work` is called inside a transaction and does a bounded part of it.
 */
export interface EngineStep {
  /** Whether there is anything to do: a look that writes nothing. */
  isDue(now: number): boolean
  /** @returns what it worked off: `most` or more when there may be more to do. */
  work(now: number, most: number): number
}

/**
 * In this order, so that what one step leaves is done in the same turn:
 * 1. runs whose time is up fail,
 * 2. ended runs are settled: further attempts, turns of those that wait,
 * 3. events and 4. schedules make runs,
 * 5. runs that wait and whose time has come start.
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

const { occurrenceDays, retryPauseSecondsMax } = limits.workflow

/**
 * What is done now and then, and first of all at every start: runs whose session ended without them are finished, times
 * that a clock set back put too far ahead are brought near, and what is old is deleted, a part at a time.
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
    ]
    return Math.max(orphans.length, ...deleted)
  }
}
