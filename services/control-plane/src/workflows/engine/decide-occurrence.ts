import { ServiceError, type WorkflowTrigger } from '@signalbox/contracts'
import type { WorkflowStores } from '../store/workflow-stores.js'
import type { TriggerOccurrenceRow } from '../store/trigger-occurrences.js'
import type { WorkflowTriggerRow } from '../store/workflow-triggers.js'
import { isCapped } from '../triggers/is-capped.js'
import { findAdmissionFault } from '../run-admission.js'
import { makeRun } from '../start-run.js'

/** Stores that the engine uses. */
export type EngineStore = Pick<
  WorkflowStores,
  | 'workflows'
  | 'workflowRuns'
  | 'runQueue'
  | 'workflowTriggers'
  | 'workflowEvents'
  | 'triggerOccurrences'
  | 'engineLeases'
  | 'agentSessions'
  | 'automationTotals'
  | 'transact'
>

/** An occasion on which a trigger fires. Times are Unix milliseconds. */
export interface Occasion {
  row: WorkflowTriggerRow
  trigger: WorkflowTrigger
  /** The instant of a schedule, or an event's deduplication key: each occasion is decided once. */
  key: string
  occurredAt: number
  /** First missed instant that this one also covers; null if there is none. */
  missedSince: number | null
  /** Values for the instruction's template variables, in addition to those of the trigger. */
  context: Readonly<Record<string, unknown>>
  now: number
}

/**
 * Creates a run for an occasion, or records why there is none; a no-op for occasions that were decided before. Call it
 * in a transaction.
 */
export function decideOccurrence(store: EngineStore, occasion: Occasion): void {
  const { row, key, occurredAt, missedSince, now } = occasion
  if (store.triggerOccurrences.isDecided(row.id, key)) return
  store.triggerOccurrences.insert({
    trigger_id: row.id,
    key,
    workflow_id: row.workflow_id,
    trigger_name: row.name,
    occurred_at: occurredAt,
    missed_since: missedSince,
    decided_at: now,
    ...decide(store, occasion),
  })
}

type Decision = Pick<TriggerOccurrenceRow, 'outcome' | 'reason' | 'run_id'>

function decide(store: EngineStore, { row, trigger, context, now }: Occasion): Decision {
  const workflow = store.workflows.find(row.organization_id, row.workflow_id)
  if (workflow === undefined) return without('refused', 'The workflow has been deleted')
  if (isCapped(store, { row, trigger, now }))
    return without('capped', 'The trigger has reached its limit of runs per hour')
  const reason = findAdmissionFault(store, workflow)
  if (reason !== undefined) return without('skipped', reason)
  try {
    const triggeredBy = trigger.kind === 'schedule' ? 'schedule' : 'event'
    const values = { ...trigger.context, ...context }
    const run = makeRun(store, workflow, { triggeredBy, triggerName: trigger.name, context: values, now })
    return { outcome: 'run', reason: '', run_id: run.id }
  } catch (error) {
    // Nothing has been written yet: the instruction cannot be rendered with these values.
    if (!(error instanceof ServiceError) || error.code !== 'invalid-body') throw error
    return without('refused', error.faults.map(({ name, detail }) => `${name} ${detail}`).join('; '))
  }
}

function without(outcome: Exclude<Decision['outcome'], 'run'>, reason: string): Decision {
  return { outcome, reason, run_id: null }
}
