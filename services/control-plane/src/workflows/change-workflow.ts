import { createId, limits, type RetryPolicy, type WorkflowChange, type WorkflowRequest } from '@signalbox/contracts'
import type { WorkflowStores } from './store/workflow-stores.js'
import type { WorkflowRow } from './store/workflows.js'
import { refuseFaultyTriggers } from './triggers/refuse-faulty-triggers.js'
import { readTrigger } from './triggers/trigger-definition.js'
import { refreshTriggers, writeTriggers } from './triggers/write-triggers.js'
import { moveRun } from './run-states.js'
import { refuseLongInstruction } from './render-instruction.js'
import { enforceCapacity } from '../lists/enforce-capacity.js'

type Store = Pick<
  WorkflowStores,
  'workflows' | 'workflowTriggers' | 'workflowRuns' | 'runQueue' | 'projects' | 'transact'
>

const { timeoutSecondsDefault, retryBaseSecondsDefault, unfinishedRunsMax } = limits.workflow

/**
 * Stores a workflow with its triggers, both or neither.
 * @throws ServiceError `invalid-body` if the instruction is too long or a trigger's schedule is invalid.
 */
export function createWorkflow(
  store: Store,
  { organizationId, request, now }: { organizationId: string; request: WorkflowRequest; now: number },
): WorkflowRow {
  refuseLongInstruction(request)
  refuseFaultyTriggers(store, organizationId, request.triggers)
  const row: WorkflowRow = {
    id: createId(now),
    organization_id: organizationId,
    name: request.name,
    agent_name: request.agent_name,
    description: request.description ?? '',
    instruction: request.instruction,
    repository: request.repository ?? null,
    status: 'active',
    concurrency: request.concurrency ?? 'allow',
    timeout_seconds: request.timeout_seconds ?? timeoutSecondsDefault,
    ...retryColumns(request.retry ?? { max_attempts: 1 }),
    created_at: now,
    updated_at: now,
  }
  store.transact(() => {
    refuseSurplus(store, organizationId)
    store.workflows.insert(row)
    writeTriggers(store, { workflow: row, triggers: request.triggers ?? [], now })
  })
  return row
}

function refuseSurplus({ workflows }: Store, organizationId: string): void {
  const all = { organizationId, name: undefined, agentName: undefined, repository: undefined }
  enforceCapacity('workflows', workflows.count(all))
}

function retryColumns({ max_attempts, base_seconds = retryBaseSecondsDefault }: RetryPolicy) {
  return { max_attempts, retry_base_seconds: base_seconds }
}

/**
 * Changes the given fields.
 * @param now Unix milliseconds.
 * @throws ServiceError `invalid-body` if the instruction is too long or a trigger's schedule is invalid.
 */
export function changeWorkflow(
  store: Store,
  { workflow, change, now }: { workflow: WorkflowRow; change: WorkflowChange; now: number },
): WorkflowRow {
  refuseLongInstruction(change)
  refuseFaultyTriggers(store, workflow.organization_id, change.triggers)
  const { triggers, retry, ...fields } = change
  // If the clock is set back, a change must still not predate what it changes.
  const updatedAt = Math.max(now, workflow.updated_at)
  const changed = { ...workflow, ...fields, ...(retry && retryColumns(retry)), updated_at: updatedAt }
  return store.transact(() => {
    store.workflows.update(changed)
    if (triggers) writeTriggers(store, { workflow: changed, triggers, now })
    else if (changed.status !== workflow.status) refreshTriggers(store, changed, now)
    // Re-examine waiting runs: they may no longer have to wait.
    if (changed.concurrency !== workflow.concurrency) {
      store.runQueue.wake({ workflowId: workflow.id, now, limit: unfinishedRunsMax })
    }
    return changed
  })
}

/** Deletes a workflow with its triggers and fails its waiting runs; active runs continue. */
export function deleteWorkflow(store: Store, workflow: WorkflowRow, now: number): void {
  store.transact(() => {
    writeTriggers(store, { workflow, triggers: [], now })
    for (const run of store.runQueue.listPending(workflow.id, unfinishedRunsMax)) {
      moveRun(store, { run, to: 'failed', failure: 'cancelled', now })
    }
    store.workflows.delete(workflow.id, now)
  })
}

/**
 * Copies a workflow. The copy has the status of the original, but is disabled if it has triggers: nothing may run twice
 * by accident. The name is truncated if necessary.
 */
export function duplicateWorkflow(store: Store, original: WorkflowRow, now: number): WorkflowRow {
  const triggers = store.workflowTriggers.list(original.id).map(readTrigger)
  const copy: WorkflowRow = {
    ...original,
    id: createId(now),
    name: nameOfCopy(original.name),
    status: triggers.length > 0 ? 'disabled' : original.status,
    created_at: now,
    updated_at: now,
  }
  store.transact(() => {
    refuseSurplus(store, copy.organization_id)
    store.workflows.insert(copy)
    writeTriggers(store, { workflow: copy, triggers, now })
  })
  return copy
}

function nameOfCopy(name: string): string {
  const suffix = ' (copy)'
  const kept = Array.from(name).slice(0, limits.text.nameLengthMax - suffix.length)
  return `${kept.join('')}${suffix}`
}
