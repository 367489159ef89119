import { createId, limits, type RetryPolicy, type WorkflowChange, type WorkflowRequest } from '@signalbox/contracts'
import type { WorkflowStores } from './store/workflow-stores.js'
import type { WorkflowRow } from './store/workflows.js'
import { refuseFaultyTriggers } from './triggers/refuse-faulty-triggers.js'
import { readTrigger } from './triggers/trigger-definition.js'
import { refreshTriggers, writeTriggers } from './triggers/write-triggers.js'
import { moveRun } from './run-states.js'
import { refuseLongInstruction } from './workflow-request.js'
import { refuseBeyond } from '../lists/refuse-beyond.js'

type Store = Pick<
  WorkflowStores,
  'workflows' | 'workflowTriggers' | 'workflowRuns' | 'runQueue' | 'projects' | 'transact'
>

const { timeoutSecondsDefault, retryBaseSecondsDefault, unfinishedRunsMax } = limits.workflow

/**
 * Keeps a workflow with its triggers, both or none.
 * @throws ServiceError `invalid-body` when the instruction is too long or a trigger cannot be followed.
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
    const all = { organizationId, name: undefined, agentName: undefined, repository: undefined }
    refuseBeyond('workflows', store.workflows.count(all))
    store.workflows.insert(row)
    writeTriggers(store, { workflow: row, triggers: request.triggers ?? [], now })
  })
  return row
}

function retryColumns({ max_attempts, base_seconds = retryBaseSecondsDefault }: RetryPolicy) {
  return { max_attempts, retry_base_seconds: base_seconds }
}

/**
 * Changes the fields that are named.
 * @param now Unix milliseconds.
 * @throws ServiceError `invalid-body` when the instruction is too long or a trigger cannot be followed.
 */
export function changeWorkflow(
  store: Store,
  { workflow, change, now }: { workflow: WorkflowRow; change: WorkflowChange; now: number },
): WorkflowRow {
  refuseLongInstruction(change)
  refuseFaultyTriggers(store, workflow.organization_id, change.triggers)
  const { triggers, retry, ...fields } = change
  // A clock that was set back must not make a change older than what it changes.
  const updatedAt = Math.max(now, workflow.updated_at)
  const changed = { ...workflow, ...fields, ...(retry && retryColumns(retry)), updated_at: updatedAt }
  return store.transact(() => {
    store.workflows.update(changed)
    if (triggers) writeTriggers(store, { workflow: changed, triggers, now })
    else if (changed.status !== workflow.status) refreshTriggers(store, changed, now)
    // Runs that wait are looked at again: they may not have to wait any longer.
    if (changed.concurrency !== workflow.concurrency) {
      store.runQueue.wake({ workflowId: workflow.id, now, limit: unfinishedRunsMax })
    }
    return changed
  })
}

/** Ends a workflow: its triggers are gone, its runs that wait are failed; those that run go on. */
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
 * A copy, enabled or disabled as its original is, but disabled when it has triggers: nothing shall run twice unasked.
 * Its name is cut where it would become too long.
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
