import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { TextParameter, pageFields, pageParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { FreeObject, NameText, PromptText, WrittenText } from '../http/texts.js'
import { WorkflowTrigger } from './workflow-triggers.js'

/** A disabled workflow refuses runs. */
export const workflowStatuses = ['active', 'disabled'] as const
export type WorkflowStatus = (typeof workflowStatuses)[number]

/** What happens when a run is due while others of the workflow are unfinished. */
export const concurrencyPolicies = ['allow', 'skip', 'queue'] as const
export type ConcurrencyPolicy = (typeof concurrencyPolicies)[number]

const { workflow } = limits

/** How failed runs are retried. */
export const RetryPolicy = Closed({
  max_attempts: Type.Integer({
    minimum: 1,
    maximum: workflow.attemptsMax,
    description: 'Total number of attempts, including the first; 1 for no retries',
  }),
  base_seconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: workflow.retryBaseSecondsMax,
      default: workflow.retryBaseSecondsDefault,
      description:
        'Seconds before the second attempt, doubled for each further attempt; default ' +
        `${workflow.retryBaseSecondsDefault}`,
    }),
  ),
})
export type RetryPolicy = Static<typeof RetryPolicy>

/** Execution options of a workflow; all have defaults. */
const options = {
  concurrency: OneOf(concurrencyPolicies, {
    default: 'allow',
    description:
      'If a run has not finished: `allow` starts another, `skip` drops it, `queue` makes it wait. Default allow',
  }),
  timeout_seconds: Type.Integer({
    minimum: workflow.timeoutSecondsMin,
    maximum: workflow.timeoutSecondsMax,
    default: workflow.timeoutSecondsDefault,
    description:
      'Maximum duration of a run in seconds; after that it fails and its session is cancelled. Default ' +
      `${workflow.timeoutSecondsDefault}`,
  }),
  retry: RetryPolicy,
  triggers: Type.Array(WorkflowTrigger, {
    maxItems: workflow.triggersMax,
    description:
      'What starts runs, in addition to people. An update replaces all triggers; those with the same name and ' +
      'kind keep their state',
  }),
}

/** A workflow as shown in lists. */
export const WorkflowSummary = Closed({
  id: Type.String(),
  name: Type.String(),
  agent_name: Type.String(),
  description: Type.String({ description: 'Empty if not provided' }),
  status: OneOf(workflowStatuses),
})
export type WorkflowSummary = Static<typeof WorkflowSummary>

export const WorkflowDetail = Closed({
  ...WorkflowSummary.properties,
  instruction: Type.String({
    description: "`{{ name }}` and `{{ a.b }}` are replaced with values from the run's context",
  }),
  repository: NullableOf(Type.String({ description: 'Repository it belongs to; null if not provided' })),
  ...options,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type WorkflowDetail = Static<typeof WorkflowDetail>

export const WorkflowRequest = Closed({
  name: NameText('Name of the workflow'),
  agent_name: NameText('Agent that runs it; free text'),
  description: Type.Optional(WrittenText({ maxLength: 2_000 })),
  instruction: PromptText('What the agent should do; may contain variables such as `{{ deployment.id }}`'),
  repository: Type.Optional(NameText('Repository it belongs to')),
  ...Type.Partial(Type.Object(options)).properties,
})
export type WorkflowRequest = Static<typeof WorkflowRequest>

/** Only the fields to change. */
export const WorkflowChange = Closed(
  {
    ...Type.Partial(WorkflowRequest).properties,
    repository: Type.Optional(NullableOf(NameText('Repository it belongs to; null for none'))),
    status: Type.Optional(OneOf(workflowStatuses, { description: workflowStatuses.join(', ') })),
  },
  { minProperties: 1 },
)
export type WorkflowChange = Static<typeof WorkflowChange>

/** An instruction as a run would get it. */
export const RenderedInstruction = Closed({
  instruction: Type.String({ description: 'With the values of the context filled in' }),
  warnings: Type.Array(Type.String(), { description: 'Variables missing from the context, without duplicates' }),
})
export type RenderedInstruction = Static<typeof RenderedInstruction>

export const RenderRequest = Closed({
  context: Type.Optional(FreeObject('Values for the variables of the instruction; at most 64 KiB of JSON')),
})
export type RenderRequest = Static<typeof RenderRequest>

const common = { tag: 'Workflows', rateLimit: 'query' } as const
const workflowId = Type.String({ format: 'uuid' })

export const listWorkflows = defineRoute({
  ...common,
  id: 'listWorkflows',
  method: 'get',
  path: '/api/v1/workflows/',
  scope: 'workflows:read',
  summary: "The organization's workflows, newest first",
  query: Closed({
    name: TextParameter('Part of the name, case-insensitive'),
    agent_name: TextParameter('Agent name'),
    repository: TextParameter('Repository of the workflow'),
    ...pageParameters,
  }),
  status: 200,
  response: Closed({ workflows: Type.Array(WorkflowSummary), ...pageFields }),
})

export const createWorkflow = defineRoute({
  ...common,
  id: 'createWorkflow',
  method: 'post',
  path: '/api/v1/workflows/',
  scope: 'workflows:write',
  summary: 'Create a workflow',
  body: WorkflowRequest,
  conflict: 'The organization has reached its limit of workflows',
  status: 201,
  response: WorkflowDetail,
})

export const readWorkflow = defineRoute({
  ...common,
  id: 'readWorkflow',
  method: 'get',
  path: '/api/v1/workflows/{workflow_id}/',
  scope: 'workflows:read',
  summary: 'Get a workflow with its instruction',
  params: Closed({ workflow_id: workflowId }),
  status: 200,
  response: WorkflowDetail,
})

const single = { ...common, scope: 'workflows:write', params: Closed({ workflow_id: workflowId }) } as const

export const changeWorkflow = defineRoute({
  ...single,
  id: 'changeWorkflow',
  method: 'patch',
  path: '/api/v1/workflows/{workflow_id}/',
  summary: 'Update a workflow',
  description: 'Runs that have started keep their instruction.',
  body: WorkflowChange,
  status: 200,
  response: WorkflowDetail,
})

export const deleteWorkflow = defineRoute({
  ...single,
  id: 'deleteWorkflow',
  method: 'delete',
  path: '/api/v1/workflows/{workflow_id}/',
  summary: 'Delete a workflow',
  description: 'Sessions of its runs are kept. Returns the deleted workflow.',
  status: 200,
  response: WorkflowDetail,
})

export const enableWorkflow = defineRoute({
  ...single,
  id: 'enableWorkflow',
  method: 'post',
  path: '/api/v1/workflows/{workflow_id}/enable/',
  summary: 'Enable a workflow',
  status: 200,
  response: WorkflowDetail,
})

export const disableWorkflow = defineRoute({
  ...single,
  id: 'disableWorkflow',
  method: 'post',
  path: '/api/v1/workflows/{workflow_id}/disable/',
  summary: 'Disable a workflow: it accepts no further runs, and started runs continue',
  status: 200,
  response: WorkflowDetail,
})

export const duplicateWorkflow = defineRoute({
  ...single,
  id: 'duplicateWorkflow',
  method: 'post',
  path: '/api/v1/workflows/{workflow_id}/duplicate/',
  summary: 'Duplicate a workflow, without its runs',
  description: 'A copy with triggers is created disabled, so that its triggers do not start duplicate runs.',
  conflict: 'The organization has reached its limit of workflows',
  status: 201,
  response: WorkflowDetail,
})

export const renderWorkflow = defineRoute({
  ...single,
  scope: 'workflows:read',
  id: 'renderWorkflow',
  method: 'post',
  path: '/api/v1/workflows/{workflow_id}/render/',
  summary: 'Preview the instruction of a run without starting one',
  body: RenderRequest,
  status: 200,
  response: RenderedInstruction,
})
