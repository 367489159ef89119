import { toTimestamp, type TriggerOf } from '@signalbox/contracts'
import type { WorkflowTriggerRow } from '../store/workflow-triggers.js'
import { ScheduleFault, type openSchedule } from '../../scheduling/schedule.js'
import { readSchedule } from '../triggers/trigger-definition.js'
import { decideOccurrence, type EngineStore } from './decide-occurrence.js'

/** Dependencies of firing schedules. */
export interface ScheduleContext {
  store: EngineStore
  openSchedule: typeof openSchedule
}

/**
 * Decides the newest due instant of a schedule; earlier missed instants are collapsed into it. Decided instants are not
 * decided again, even if the clock was set back since. Call it in a transaction.
 */
export function fireSchedule(context: ScheduleContext, row: WorkflowTriggerRow, now: number): void {
  const trigger = readSchedule(row)
  try {
    follow(context, { row, trigger, now })
  } catch (error) {
    // This Node version has different time zone data from the one that accepted the schedule.
    if (!(error instanceof ScheduleFault)) throw error
    context.store.workflowTriggers.progress({ ...row, due_at: null, fault: error.message })
  }
}

function follow(
  { store, openSchedule: open }: ScheduleContext,
  { row, trigger, now }: { row: WorkflowTriggerRow; trigger: TriggerOf<'schedule'>; now: number },
): void {
  const { cron, time_zone: timeZone = 'UTC' } = trigger
  const schedule = open(cron, timeZone)
  const decided = row.last_instant ?? Number.NEGATIVE_INFINITY
  const latest = schedule.latestUntil(now)
  if (latest !== undefined && latest > decided) {
    const first = row.due_at ?? latest
    const missedSince = first < latest ? first : null
    const at = toTimestamp(latest)
    const values = { at, time_zone: timeZone, missed_since: missedSince === null ? null : toTimestamp(missedSince) }
    const occasion = { key: at, occurredAt: latest, missedSince, context: { event: 'schedule', schedule: values } }
    decideOccurrence(store, { row, trigger, now, ...occasion })
  }
  const lastInstant = Math.max(latest ?? decided, decided)
  store.workflowTriggers.progress({
    ...row,
    due_at: schedule.after(now) ?? null,
    last_instant: Number.isFinite(lastInstant) ? lastInstant : null,
    fault: null,
  })
}
