import {
  createValidator,
  type WorkflowDetail,
  type WorkflowRun,
  WorkflowRunDetail,
  type WorkflowRunSummary,
  type WorkflowSummary,
} from '@signalbox/contracts'
import type { WorkflowRunRow } from '../store/workflow-runs.js'
import type { WorkflowRow } from '../store/workflows.js'

const validateWarnings = createValidator(WorkflowRunDetail.properties.warnings)

export function toWorkflowSummary(row: WorkflowRow): WorkflowSummary {
  const { id, name, agent_name, description, status } = row
  return { id, name, agent_name, description, status }
}

export function toWorkflowDetail(row: WorkflowRow): WorkflowDetail {
  return {
    ...toWorkflowSummary(row),
    instruction: row.instruction,
    repository: row.repository,
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
    started_at: row.started_at === null ? null : toTimestamp(row.started_at),
    created_at: toTimestamp(row.created_at),
  }
}

export function toWorkflowRunSummary(row: WorkflowRunRow): WorkflowRunSummary {
  return { ...toWorkflowRun(row), ended_at: row.ended_at === null ? null : toTimestamp(row.ended_at) }
}

/** @throws Error when the warnings are not kept as this version writes them. */
export function toWorkflowRunDetail(row: WorkflowRunRow): WorkflowRunDetail {
  const warnings = validateWarnings(JSON.parse(row.warnings))
  if (!warnings.ok) throw new Error(`the warnings of run ${row.id} are kept in a wrong shape`)
  return {
    ...toWorkflowRunSummary(row),
    artifacts: { session_id: row.session_id },
    warnings: warnings.value,
    updated_at: toTimestamp(row.updated_at),
  }
}

function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
