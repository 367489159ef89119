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
    Type.String({ maxLength: limits.text.nameLengthMax, description: 'Which trigger it was' }),
  ),
  context: Type.Optional(
    FreeObject("Inputs that replace the variables of the workflow's instruction; at most 64 KiB as JSON"),
  ),
})
export type RunRequest = Static<typeof RunRequest>

/** A run as it is answered when it is triggered. */
export const WorkflowRun = Closed({
  id: Type.String(),
  workflow: Type.String({ description: 'Id of the workflow' }),
  workflow_name: Type.String(),
  triggered_by: OneOf(runTriggers),
  trigger_name: Type.String({ description: 'Empty when none was given' }),
  status: OneOf(runStatuses),
  session_id: Type.String({ description: 'Agent session that carries the run out; it begins when the run does' }),
  started_at: NullableOf({ ...Timestamp, description: 'Null while the run is pending' }),
  created_at: Timestamp,
})
export type WorkflowRun = Static<typeof WorkflowRun>

/** A run as it is listed. */
export const WorkflowRunSummary = Closed({
  ...WorkflowRun.properties,
  ended_at: NullableOf({ ...Timestamp, description: 'Null until the run is finished' }),
})
export type WorkflowRunSummary = Static<typeof WorkflowRunSummary>

export const WorkflowRunDetail = Closed({
  ...WorkflowRunSummary.properties,
  artifacts: Closed({ session_id: Type.String() }),
  warnings: Type.Array(Type.String(), { description: 'Variables of the instruction that the context did not hold' }),
  failure: NullableOf(OneOf(runFailures, { description: 'Why it failed; null when it did not' })),
  attempt: Type.Integer({ description: 'From 1; a run that fails is repeated as the workflow says' }),
  retry_of: NullableOf(Type.String({ description: 'Run that this one repeats; null for a first attempt' })),
  starts_at: NullableOf({
    ...Timestamp,
    description: 'When a pending run may start at the earliest; null once it ran',
  }),
  times_out_at: NullableOf({
    ...Timestamp,
    description: 'When it fails unless it is finished; null while it is pending',
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
  conflict: 'The workflow is disabled, or has as many runs as it may',
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
  summary: 'End a run as failed, and cancel its session',
  conflict: 'The run is finished already',
  status: 200,
  response: WorkflowRunDetail,
})

export const retryWorkflowRun = defineRoute({
  ...single,
  id: 'retryWorkflowRun',
  method: 'post',
  path: '/api/v1/workflows/{workflow_id}/runs/{run_id}/retry/',
  summary: 'Run again what a failed run did, with its instruction and context',
  conflict: 'The run did not fail, or the workflow is disabled or has as many runs as it may',
  status: 201,
  response: WorkflowRun,
})
