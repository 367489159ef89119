import { createId, ServiceError, type RunTrigger } from '@signalbox/contracts'
import type { WorkflowStores } from './store/workflow-stores.js'
import type { WorkflowRunRow } from './store/workflow-runs.js'
import type { WorkflowRow } from './store/workflows.js'
import { admitRun, findAdmissionFault } from './run-admission.js'
import { renderInstruction } from './render-instruction.js'

type Store = Pick<WorkflowStores, 'workflowRuns' | 'runQueue' | 'agentSessions' | 'automationTotals' | 'transact'>

/** The trigger and the context of a new run. */
export interface NewRun {
  triggeredBy: RunTrigger
  /** Empty for none. */
  triggerName: string
  context: Record<string, unknown>
  /** Unix milliseconds. */
  now: number
}

/** The fields of its workflow that a run copies, so that later changes do not affect it. */
type RunSnapshot = Pick<
  WorkflowRunRow,
  'workflow_name' | 'instruction' | 'context' | 'warnings' | 'timeout_seconds' | 'max_attempts' | 'retry_base_seconds'
>

/**
 * Creates a run at a person's request and starts it with its agent session, both or neither.
 * @returns the run: running, or pending if the workflow queues its runs.
 * @throws ServiceError `conflict` if the workflow is disabled or accepts no further runs; `invalid-body` if the context
 * does not fit.
 */
export function startRun(store: Store, workflow: WorkflowRow, run: NewRun): WorkflowRunRow {
  refuseDisabled(workflow)
  return store.transact(() => {
    refuseBusy(store, workflow)
    return makeRun(store, workflow, run)
  })
}

/**
 * Creates a run and starts it unless it has to wait. Call it in a transaction, once the run is admitted.
 * @throws ServiceError `invalid-body` if the context does not fit.
 */
export function makeRun(store: Store, workflow: WorkflowRow, run: NewRun): WorkflowRunRow {
  const { instruction, warnings } = renderInstruction(workflow.instruction, run.context)
  const snapshot: RunSnapshot = {
    workflow_name: workflow.name,
    instruction,
    context: JSON.stringify(run.context),
    warnings: JSON.stringify(warnings),
    timeout_seconds: workflow.timeout_seconds,
    max_attempts: workflow.max_attempts,
    retry_base_seconds: workflow.retry_base_seconds,
  }
  const pending = pendingRun({ ...run, workflow, snapshot, attempt: 1, retryOf: null, startsAt: run.now })
  return admitRun(store, { workflow, run: pending, now: run.now })
}

/**
 * Repeats a failed run with its original instruction and context, even if the workflow has changed. The trigger name
 * stays, but the trigger kind is manual, because a person requests it.
 * @throws ServiceError `conflict` if the run did not fail, or the workflow is disabled or accepts no further runs.
 */
export function retryRun(
  store: Store,
  { workflow, failed, now }: { workflow: WorkflowRow; failed: WorkflowRunRow; now: number },
): WorkflowRunRow {
  if (failed.status !== 'failed') throw new ServiceError('conflict', { detail: 'Only failed runs can be retried' })
  refuseDisabled(workflow)
  const why = { triggeredBy: 'manual', triggerName: failed.trigger_name, attempt: 1, retryOf: failed.id } as const
  return store.transact(() => {
    refuseBusy(store, workflow)
    const pending = pendingRun({ ...why, workflow, snapshot: failed, startsAt: now, now })
    return admitRun(store, { workflow, run: pending, now })
  })
}

/** Creates the next attempt of a failed run, which starts later. Call it in a transaction. */
export function scheduleAttempt(
  store: Store,
  { workflow, failed, startsAt, now }: { workflow: WorkflowRow; failed: WorkflowRunRow; startsAt: number; now: number },
): WorkflowRunRow {
  const { triggered_by: triggeredBy, trigger_name: triggerName } = failed
  const attempt = failed.attempt + 1
  const why = { triggeredBy, triggerName, attempt, retryOf: failed.id }
  const next = pendingRun({ ...why, workflow, snapshot: failed, startsAt, now })
  store.workflowRuns.insert(next)
  return next
}

function refuseDisabled({ status }: WorkflowRow): void {
  if (status === 'disabled') throw new ServiceError('conflict', { detail: 'The workflow is disabled' })
}

function refuseBusy(store: Store, workflow: WorkflowRow): void {
  const reason = findAdmissionFault(store, workflow)
  if (reason !== undefined) throw new ServiceError('conflict', { detail: reason })
}

interface RunToMake extends Omit<NewRun, 'context'> {
  workflow: WorkflowRow
  snapshot: RunSnapshot
  attempt: number
  retryOf: string | null
  startsAt: number
}

function pendingRun(run: RunToMake): WorkflowRunRow {
  const { workflow, snapshot, now } = run
  return {
    id: createId(now),
    organization_id: workflow.organization_id,
    workflow_id: workflow.id,
    workflow_name: snapshot.workflow_name,
    triggered_by: run.triggeredBy,
    trigger_name: run.triggerName,
    status: 'pending',
    session_id: createId(now),
    instruction: snapshot.instruction,
    context: snapshot.context,
    warnings: snapshot.warnings,
    timeout_seconds: snapshot.timeout_seconds,
    max_attempts: snapshot.max_attempts,
    retry_base_seconds: snapshot.retry_base_seconds,
    attempt: run.attempt,
    retry_of: run.retryOf,
    created_at: now,
    updated_at: now,
    starts_at: run.startsAt,
    started_at: null,
    times_out_at: null,
    ended_at: null,
    failure: null,
    settled: 0,
  }
}
