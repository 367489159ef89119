import { toTimestamp, type TriggerOf } from '@signalbox/contracts'
import type { WorkflowTriggerRow } from '../store/workflow-triggers.js'
import { ScheduleFault, type openSchedule } from '../../scheduling/schedule.js'
import { readSchedule } from '../triggers/trigger-definition.js'
import { decideOccurrence, type EngineStore } from './decide-occurrence.js'

/** What schedules are fired with. */
export interface ScheduleContext {
  store: EngineStore
  openSchedule: typeof openSchedule
}

/**
 * Decides the newest instant of a schedule that is due; all that passed before it are collapsed into it. What was
 * decided is not decided again, also when the clock was set back since. To be called inside a transaction.
 */
export function fireSchedule(context: ScheduleContext, row: WorkflowTriggerRow, now: number): void {
  const trigger = readSchedule(row)
  try {
    follow(context, { row, trigger, now })
  } catch (error) {
    // The time zones of this Node are others than those of the one that took it.
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
