import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { TextParameter, pageFields, pageParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { FreeObject, NameText, PromptText } from '../http/texts.js'
import { WorkflowTrigger } from './workflow-triggers.js'

/** A disabled workflow refuses runs. */
export const workflowStatuses = ['active', 'disabled'] as const
export type WorkflowStatus = (typeof workflowStatuses)[number]

/** What happens when a run is to start while others of the workflow are not finished. */
export const concurrencyPolicies = ['allow', 'skip', 'queue'] as const
export type ConcurrencyPolicy = (typeof concurrencyPolicies)[number]

const { workflow } = limits

/** How runs that fail are repeated. */
export const RetryPolicy = Closed({
  max_attempts: Type.Integer({
    minimum: 1,
    maximum: workflow.attemptsMax,
    description: 'Attempts in all, the first included; 1 for none but that',
  }),
  base_seconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: workflow.retryBaseSecondsMax,
      default: workflow.retryBaseSecondsDefault,
      description: `Seconds before the second attempt, doubled for each further one; default ${workflow.retryBaseSecondsDefault}`,
    }),
  ),
})
export type RetryPolicy = Static<typeof RetryPolicy>

/** How a workflow runs; all have defaults. */
const options = {
  concurrency: OneOf(concurrencyPolicies, {
    default: 'allow',
    description:
      'While a run is not finished: `allow` starts others, `skip` drops them, `queue` lets them wait. Default allow',
  }),
  timeout_seconds: Type.Integer({
    minimum: workflow.timeoutSecondsMin,
    maximum: workflow.timeoutSecondsMax,
    default: workflow.timeoutSecondsDefault,
    description: `Seconds that a run may take; then it fails and its session is cancelled. Default ${workflow.timeoutSecondsDefault}`,
  }),
  retry: RetryPolicy,
  triggers: Type.Array(WorkflowTrigger, {
    maxItems: workflow.triggersMax,
    description: 'What starts runs, besides people. A change replaces all; those of the same name and kind go on',
  }),
}

/** A workflow as it is listed. */
export const WorkflowSummary = Closed({
  id: Type.String(),
  name: Type.String(),
  agent_name: Type.String(),
  description: Type.String({ description: 'Empty when none was given' }),
  status: OneOf(workflowStatuses),
})
export type WorkflowSummary = Static<typeof WorkflowSummary>

export const WorkflowDetail = Closed({
  ...WorkflowSummary.properties,
  instruction: Type.String({ description: '`{{ name }}` and `{{ a.b }}` stand for values of the context of a run' }),
  repository: NullableOf(Type.String({ description: 'Repository that it belongs to; null when none was given' })),
  ...options,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type WorkflowDetail = Static<typeof WorkflowDetail>

export const WorkflowRequest = Closed({
  name: NameText('Name of the workflow'),
  agent_name: NameText('Agent that runs it; free text'),
  description: Type.Optional(Type.String({ maxLength: 2_000 })),
  instruction: PromptText('What the agent is to do; may hold variables such as `{{ deployment.id }}`'),
  repository: Type.Optional(NameText('Repository that it belongs to')),
  ...Type.Partial(Type.Object(options)).properties,
})
export type WorkflowRequest = Static<typeof WorkflowRequest>

/** Only the fields that are to change. */
export const WorkflowChange = Closed(
  {
    ...Type.Partial(WorkflowRequest).properties,
    repository: Type.Optional(NullableOf(NameText('Repository that it belongs to; null for none'))),
    status: Type.Optional(OneOf(workflowStatuses, { description: workflowStatuses.join(', ') })),
  },
  { minProperties: 1 },
)
export type WorkflowChange = Static<typeof WorkflowChange>

/** An instruction as a run would have it. */
export const RenderedInstruction = Closed({
  instruction: Type.String({ description: 'With the values of the context in it' }),
  warnings: Type.Array(Type.String(), { description: 'Variables that the context does not hold, each once' }),
})
export type RenderedInstruction = Static<typeof RenderedInstruction>

export const RenderRequest = Closed({
  context: Type.Optional(FreeObject('Inputs that replace the variables of the instruction; at most 64 KiB as JSON')),
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
  summary: 'Workflows of the organization, newest first',
  query: Closed({
    name: TextParameter('Part of the name, in any case'),
    agent_name: TextParameter('Agent name'),
    repository: TextParameter('Repository that the workflow was given'),
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
  conflict: 'The organization has as many workflows as it may',
  status: 201,
  response: WorkflowDetail,
})

export const readWorkflow = defineRoute({
  ...common,
  id: 'readWorkflow',
  method: 'get',
  path: '/api/v1/workflows/{workflow_id}/',
  scope: 'workflows:read',
  summary: 'A workflow with its instruction',
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
  summary: 'Change fields of a workflow',
  description: 'Runs that were started keep the instruction that they began with.',
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
  description: 'The sessions of its runs stay. Answers the workflow as it was.',
  status: 200,
  response: WorkflowDetail,
})

export const enableWorkflow = defineRoute({
  ...single,
  id: 'enableWorkflow',
  method: 'post',
  path: '/api/v1/workflows/{workflow_id}/enable/',
  summary: 'Let a workflow run',
  status: 200,
  response: WorkflowDetail,
})

export const disableWorkflow = defineRoute({
  ...single,
  id: 'disableWorkflow',
  method: 'post',
  path: '/api/v1/workflows/{workflow_id}/disable/',
  summary: 'Refuse further runs of a workflow; those that were started go on',
  status: 200,
  response: WorkflowDetail,
})

export const duplicateWorkflow = defineRoute({
  ...single,
  id: 'duplicateWorkflow',
  method: 'post',
  path: '/api/v1/workflows/{workflow_id}/duplicate/',
  summary: 'Make a copy of a workflow, without its runs',
  description: 'A copy with triggers is disabled, so that nothing runs twice unasked.',
  conflict: 'The organization has as many workflows as it may',
  status: 201,
  response: WorkflowDetail,
})

export const renderWorkflow = defineRoute({
  ...single,
  scope: 'workflows:read',
  id: 'renderWorkflow',
  method: 'post',
  path: '/api/v1/workflows/{workflow_id}/render/',
  summary: 'Show the instruction of a run without starting one',
  body: RenderRequest,
  status: 200,
  response: RenderedInstruction,
})
