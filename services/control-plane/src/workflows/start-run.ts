import { createId, ServiceError, type RunTrigger } from '@signalbox/contracts'
import { startSession } from '../sessions/start-session.js'
import type { ControlPlaneStore } from '../store/store.js'
import type { WorkflowRunRow } from '../store/workflow-runs.js'
import type { WorkflowRow } from '../store/workflows.js'
import { moveRun } from './run-states.js'
import { renderInstruction } from './workflow-request.js'

type Store = Pick<ControlPlaneStore, 'workflowRuns' | 'agentSessions' | 'transact'>

/** Why a workflow runs, and with what. */
export interface NewRun {
  triggeredBy: RunTrigger
  /** Empty for none. */
  triggerName: string
  context: Record<string, unknown>
  /** Unix milliseconds. */
  now: number
}

/** What a run keeps of its workflow, whatever becomes of that. */
type RunSnapshot = Pick<WorkflowRunRow, 'workflow_name' | 'instruction' | 'context' | 'warnings'>

/**
 * Starts a run and its agent session, both or none.
 * @returns the run, which is running.
 * @throws ServiceError `conflict` when the workflow is disabled, `invalid-body` when the context does not fit.
 */
export function startRun(store: Store, workflow: WorkflowRow, run: NewRun): WorkflowRunRow {
  refuseDisabled(workflow)
  const { instruction, warnings } = renderInstruction(workflow.instruction, run.context)
  const snapshot = {
    workflow_name: workflow.name,
    instruction,
    context: JSON.stringify(run.context),
    warnings: JSON.stringify(warnings),
  }
  return store.transact(() => insertRun(store, { workflow, run, snapshot }))
}

/**
 * Does again what a failed run did: with its instruction and context, whatever its workflow says by now. The trigger
 * keeps its name, and is manual, because a person asks for it.
 * @throws ServiceError `conflict` when the run did not fail, or the workflow is disabled.
 */
export function retryRun(
  store: Store,
  { workflow, failed, now }: { workflow: WorkflowRow; failed: WorkflowRunRow; now: number },
): WorkflowRunRow {
  if (failed.status !== 'failed') throw new ServiceError('conflict', { detail: 'Only failed runs can be repeated' })
  refuseDisabled(workflow)
  const context = JSON.parse(failed.context) as Record<string, unknown>
  const run = { triggeredBy: 'manual', triggerName: failed.trigger_name, context, now } as const
  return store.transact(() => insertRun(store, { workflow, run, snapshot: failed }))
}

function refuseDisabled({ status }: WorkflowRow): void {
  if (status === 'disabled') throw new ServiceError('conflict', { detail: 'The workflow is disabled' })
}

/** Inside a transaction. */
function insertRun(
  store: Store,
  { workflow, run, snapshot }: { workflow: WorkflowRow; run: NewRun; snapshot: RunSnapshot },
): WorkflowRunRow {
  const { triggeredBy, triggerName, context, now } = run
  const { organization_id: organizationId, id: workflowId } = workflow
  const id = createId(now)
  const origin = { kind: 'workflow_run', id } as const
  const session = startSession(store, { organizationId, prompt: snapshot.instruction, context, origin, now })
  const pending = store.workflowRuns.insert({
    id,
    organization_id: organizationId,
    workflow_id: workflowId,
    workflow_name: snapshot.workflow_name,
    triggered_by: triggeredBy,
    trigger_name: triggerName,
    session_id: session.id,
    instruction: snapshot.instruction,
    context: snapshot.context,
    warnings: snapshot.warnings,
    created_at: now,
  })
  const running = moveRun(store, { run: pending, to: 'running', now })
  if (!running) throw new Error('a run that was just made cannot be started')
  return running
}
