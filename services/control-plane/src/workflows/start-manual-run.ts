import { ServiceError } from '@signalbox/contracts'
import type { WorkflowStores } from './store/workflow-stores.js'
import type { WorkflowRunRow } from './store/workflow-runs.js'
import type { WorkflowTriggerRow } from './store/workflow-triggers.js'
import type { WorkflowRow } from './store/workflows.js'
import { isCapped } from './triggers/is-capped.js'
import { readTrigger } from './triggers/trigger-definition.js'
import { startRun, type NewRun } from './start-run.js'

type Store = Pick<
  WorkflowStores,
  | 'workflowRuns'
  | 'runQueue'
  | 'agentSessions'
  | 'automationTotals'
  | 'workflowTriggers'
  | 'triggerOccurrences'
  | 'transact'
>

/**
 * Starts a run at a person's request. If the request names a manual trigger, that trigger's values and rate cap apply;
 * values of the request win.
 * @throws ServiceError like `startRun`; `conflict` if the trigger has reached its hourly cap.
 */
export function startManualRun(store: Store, workflow: WorkflowRow, run: NewRun): WorkflowRunRow {
  const row = run.triggeredBy === 'manual' ? store.workflowTriggers.findByName(workflow.id, run.triggerName) : undefined
  if (row?.kind !== 'manual') return startRun(store, workflow, run)
  return store.transact(() => startByTrigger(store, workflow, { run, row }))
}

function startByTrigger(
  store: Store,
  workflow: WorkflowRow,
  { run, row }: { run: NewRun; row: WorkflowTriggerRow },
): WorkflowRunRow {
  const { now } = run
  const trigger = readTrigger(row)
  if (isCapped(store, { row, trigger, now })) {
    throw new ServiceError('conflict', { detail: 'The trigger has reached its limit of runs per hour' })
  }
  const started = startRun(store, workflow, { ...run, context: { ...trigger.context, ...run.context } })
  store.triggerOccurrences.insert({
    trigger_id: row.id,
    key: started.id,
    workflow_id: workflow.id,
    trigger_name: row.name,
    occurred_at: now,
    outcome: 'run',
    reason: '',
    run_id: started.id,
    missed_since: null,
    decided_at: now,
  })
  return started
}
