import {
  createValidator,
  toTimestamp,
  type WorkflowDetail,
  type WorkflowRun,
  WorkflowRunDetail,
  type WorkflowRunSummary,
  type WorkflowSummary,
} from '@signalbox/contracts'
import { readTrigger } from './triggers/trigger-definition.js'
import type { WorkflowStores } from './store/workflow-stores.js'
import type { WorkflowRunRow } from './store/workflow-runs.js'
import type { WorkflowRow } from './store/workflows.js'

const validateWarnings = createValidator(WorkflowRunDetail.properties.warnings)

export function toWorkflowSummary(row: WorkflowRow): WorkflowSummary {
  const { id, name, agent_name, description, status } = row
  return { id, name, agent_name, description, status }
}

/** Returns a workflow with its triggers. */
export function readWorkflowDetail(
  { workflowTriggers }: Pick<WorkflowStores, 'workflowTriggers'>,
  row: WorkflowRow,
): WorkflowDetail {
  return {
    ...toWorkflowSummary(row),
    instruction: row.instruction,
    repository: row.repository,
    concurrency: row.concurrency,
    timeout_seconds: row.timeout_seconds,
    retry: { max_attempts: row.max_attempts, base_seconds: row.retry_base_seconds },
    triggers: workflowTriggers.list(row.id).map(readTrigger),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  }
}

export function toWorkflowRun(row: WorkflowRunRow): WorkflowRun {
  return {
    id: row.id,
    workflow: row.workflow_id,
    workflow_name: row.workflow_name,
    triggered_by: row.triggered_by,
    trigger_name: row.trigger_name,
    status: row.status,
    session_id: row.session_id,
    started_at: toNullableTimestamp(row.started_at),
    created_at: toTimestamp(row.created_at),
  }
}

export function toWorkflowRunSummary(row: WorkflowRunRow): WorkflowRunSummary {
  return { ...toWorkflowRun(row), ended_at: toNullableTimestamp(row.ended_at) }
}

/** @throws Error if the warnings are not in this version's format. */
export function toWorkflowRunDetail(row: WorkflowRunRow): WorkflowRunDetail {
  const warnings = validateWarnings(JSON.parse(row.warnings))
  if (!warnings.ok) throw new Error(`the warnings of run ${row.id} are stored in an invalid format`)
  return {
    ...toWorkflowRunSummary(row),
    artifacts: { session_id: row.session_id },
    warnings: warnings.value,
    failure: row.failure,
    attempt: row.attempt,
    retry_of: row.retry_of,
    starts_at: toNullableTimestamp(row.starts_at),
    times_out_at: toNullableTimestamp(row.times_out_at),
    updated_at: toTimestamp(row.updated_at),
  }
}

function toNullableTimestamp(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTimestamp(milliseconds)
}
