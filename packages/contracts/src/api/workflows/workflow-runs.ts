import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Open, Timestamp } from '../../schema.js'
import { pageFields, pageParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { FreeObject } from '../http/texts.js'

/** pending → running → completed or failed. */
export const runStatuses = ['pending', 'running', 'completed', 'failed'] as const
export type RunStatus = (typeof runStatuses)[number]

/** What started a run. */
export const runTriggers = ['manual', 'schedule', 'event'] as const
export type RunTrigger = (typeof runTriggers)[number]

/** Why a run failed. */
export const runFailures = ['cancelled', 'timed_out', 'session_failed', 'session_cancelled'] as const
export type RunFailure = (typeof runFailures)[number]

export const RunRequest = Open({
  triggered_by: Type.Optional(OneOf(runTriggers, { default: 'manual', description: 'Default manual' })),
  trigger_name: Type.Optional(
    Type.String({ maxLength: limits.text.nameLengthMax, description: 'Trigger that started the run' }),
  ),
  context: Type.Optional(FreeObject("Values for the variables of the workflow's instruction; at most 64 KiB of JSON")),
})
export type RunRequest = Static<typeof RunRequest>

/** A run as returned when it is triggered. */
export const WorkflowRun = Closed({
  id: Type.String(),
  workflow: Type.String({ description: 'Id of the workflow' }),
  workflow_name: Type.String(),
  triggered_by: OneOf(runTriggers),
  trigger_name: Type.String({ description: 'Empty if not provided' }),
  status: OneOf(runStatuses),
  session_id: Type.String({ description: 'Agent session that executes the run; both start together' }),
  started_at: NullableOf({ ...Timestamp, description: 'Null while the run is pending' }),
  created_at: Timestamp,
})
export type WorkflowRun = Static<typeof WorkflowRun>

/** A run as shown in lists. */
export const WorkflowRunSummary = Closed({
  ...WorkflowRun.properties,
  ended_at: NullableOf({ ...Timestamp, description: 'Null until the run has finished' }),
})
export type WorkflowRunSummary = Static<typeof WorkflowRunSummary>

export const WorkflowRunDetail = Closed({
  ...WorkflowRunSummary.properties,
  artifacts: Closed({ session_id: Type.String() }),
  warnings: Type.Array(Type.String(), { description: 'Instruction variables missing from the context' }),
  failure: NullableOf(OneOf(runFailures, { description: 'Why it failed; null if it did not' })),
  attempt: Type.Integer({ description: 'Starts at 1; failed runs are retried as the workflow specifies' }),
  retry_of: NullableOf(Type.String({ description: 'Run that this one retries; null for the first attempt' })),
  starts_at: NullableOf({
    ...Timestamp,
    description: 'Earliest start of a pending run; null once it has started',
  }),
  times_out_at: NullableOf({
    ...Timestamp,
    description: 'When the run times out; null while it is pending',
  }),
  updated_at: Timestamp,
})
export type WorkflowRunDetail = Static<typeof WorkflowRunDetail>

const common = { tag: 'Workflow runs', rateLimit: 'query' } as const
const workflowParams = { workflow_id: Type.String({ format: 'uuid' }) }

export const createWorkflowRun = defineRoute({
  ...common,
  id: 'createWorkflowRun',
  method: 'post',
  path: '/api/v1/workflows/{workflow_id}/runs/',
  scope: 'workflows:write',
  summary: 'Run a workflow',
  params: Closed(workflowParams),
  body: RunRequest,
  conflict: 'The workflow is disabled or has reached its limit of runs',
  status: 201,
  response: WorkflowRun,
})

export const listWorkflowRuns = defineRoute({
  ...common,
  id: 'listWorkflowRuns',
  method: 'get',
  path: '/api/v1/workflows/{workflow_id}/runs/',
  scope: 'workflows:read',
  summary: 'Runs of a workflow, newest first',
  params: Closed(workflowParams),
  query: Closed({
    status: Type.Optional(OneOf(runStatuses, { description: runStatuses.join(', ') })),
    triggered_by: Type.Optional(OneOf(runTriggers, { description: runTriggers.join(', ') })),
    ...pageParameters,
  }),
  status: 200,
  response: Closed({ workflow_runs: Type.Array(WorkflowRunSummary), ...pageFields }),
})

export const readWorkflowRun = defineRoute({
  ...common,
  id: 'readWorkflowRun',
  method: 'get',
  path: '/api/v1/workflows/{workflow_id}/runs/{run_id}/',
  scope: 'workflows:read',
  summary: 'A run',
  params: Closed({ ...workflowParams, run_id: Type.String({ format: 'uuid' }) }),
  status: 200,
  response: WorkflowRunDetail,
})

const single = {
  ...common,
  scope: 'workflows:write',
  params: Closed({ ...workflowParams, run_id: Type.String({ format: 'uuid' }) }),
} as const

export const cancelWorkflowRun = defineRoute({
  ...single,
  id: 'cancelWorkflowRun',
  method: 'post',
  path: '/api/v1/workflows/{workflow_id}/runs/{run_id}/cancel/',
  summary: 'Cancel a run: it ends as failed, and its session is cancelled',
  conflict: 'The run has already finished',
  status: 200,
  response: WorkflowRunDetail,
})

export const retryWorkflowRun = defineRoute({
  ...single,
  id: 'retryWorkflowRun',
  method: 'post',
  path: '/api/v1/workflows/{workflow_id}/runs/{run_id}/retry/',
  summary: 'Retry a failed run with its original instruction and context',
  conflict: 'The run did not fail, or the workflow is disabled or has reached its limit of runs',
  status: 201,
  response: WorkflowRun,
})
