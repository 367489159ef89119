import { createId, fillTrigger, type TriggerOf, type WorkflowTrigger } from '@signalbox/contracts'
import type { WorkflowStores } from '../store/workflow-stores.js'
import type { WorkflowTriggerRow } from '../store/workflow-triggers.js'
import type { WorkflowRow } from '../store/workflows.js'
import { openSchedule } from '../../scheduling/schedule.js'
import { isCondition, readTrigger } from './trigger-definition.js'

type Store = Pick<WorkflowStores, 'workflowTriggers'>

/** The triggers a workflow gets, and since when: Unix milliseconds. */
export interface TriggerWrite {
  workflow: WorkflowRow
  triggers: readonly WorkflowTrigger[]
  now: number
}

/**
 * Replaces the triggers of a workflow. A trigger with the name and kind of an existing one is the same trigger: its
 * decided occasions stay decided. Call it in a transaction.
 */
export function writeTriggers({ workflowTriggers }: Store, { workflow, triggers, now }: TriggerWrite): void {
  const before = workflowTriggers.list(workflow.id)
  const rows = triggers.map((trigger, position) => {
    const known = before.find(({ name, kind }) => name === trigger.name && kind === trigger.kind)
    return toRow({ workflow, trigger: fillTrigger(trigger), position, known, now })
  })
  const kept = new Set(rows.map(({ id }) => id))
  // Must come first, because a name may be reused by a trigger of another kind.
  for (const { id } of before) if (!kept.has(id)) workflowTriggers.delete(id)
  for (const row of rows) workflowTriggers.put(row)
}

/** Turns the triggers of a workflow on or off with the workflow. Call it in a transaction. */
export function refreshTriggers(store: Store, workflow: WorkflowRow, now: number): void {
  const triggers = store.workflowTriggers.list(workflow.id).map(readTrigger)
  writeTriggers(store, { workflow, triggers, now })
}

interface NewTrigger {
  workflow: WorkflowRow
  trigger: WorkflowTrigger
  position: number
  known: WorkflowTriggerRow | undefined
  now: number
}

function toRow({ workflow, trigger, position, known, now }: NewTrigger): WorkflowTriggerRow {
  const isActive = workflow.status === 'active'
  const row = {
    id: known?.id ?? createId(now),
    organization_id: workflow.organization_id,
    workflow_id: workflow.id,
    position,
    name: trigger.name,
    kind: trigger.kind,
    definition: JSON.stringify(trigger),
    active: isActive ? 1 : 0,
    created_at: known?.created_at ?? now,
  } as const
  // A condition that was paused or changed starts over.
  const isUnchanged = known?.active === 1 && isActive && known.definition === row.definition
  return isUnchanged
    ? { ...known, position }
    : { ...row, ...initialProgress({ trigger, known, now }), ...(!isActive && { due_at: null }) }
}

/** Initial state of a trigger that is new, was changed, or was turned on or off. */
function initialProgress({ trigger, known, now }: Pick<NewTrigger, 'trigger' | 'known' | 'now'>) {
  const blank = { last_instant: null, condition_holds: null, fault: null }
  if (isCondition(trigger)) return { ...blank, due_at: now }
  if (trigger.kind !== 'schedule') return { ...blank, due_at: null }
  if (known === undefined || !hasSameSchedule(readTrigger(known), trigger)) {
    return { ...blank, due_at: openSchedule(trigger.cron, zoneOf(trigger)).after(now) ?? null }
  }
  const { last_instant: lastInstant, due_at: dueAt } = known
  // An instant that is already due stays due.
  if (dueAt !== null) return { ...blank, last_instant: lastInstant, due_at: dueAt }
  // Decided instants are not decided again, even if the clock was set back since.
  const after = Math.max(now, lastInstant ?? now)
  return {
    ...blank,
    last_instant: lastInstant,
    due_at: openSchedule(trigger.cron, zoneOf(trigger)).after(after) ?? null,
  }
}

function hasSameSchedule(before: WorkflowTrigger, trigger: TriggerOf<'schedule'>): boolean {
  return before.kind === 'schedule' && before.cron === trigger.cron && zoneOf(before) === zoneOf(trigger)
}

function zoneOf({ time_zone: timeZone = 'UTC' }: TriggerOf<'schedule'>): string {
  return timeZone
}
