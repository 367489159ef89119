import { Type, type Static } from 'typebox'
import { Closed, OneOf, Open, Timestamp } from '../schema.js'
import { TextParameter, pageFields, pageParameters } from './parameters.js'
import { defineRoute } from './route.js'
import { NameText, PromptText } from './texts.js'

export const workflowStatuses = ['active'] as const

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
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type WorkflowDetail = Static<typeof WorkflowDetail>

export const WorkflowRequest = Closed({
  name: NameText('Name of the workflow'),
  agent_name: NameText('Agent that carries it out; free text'),
  description: Type.Optional(Type.String({ maxLength: 2_000 })),
  instruction: PromptText('What the agent is to do; may hold variables such as `{{ deployment.id }}`'),
  repository: Type.Optional(NameText('Repository that it belongs to')),
})
export type WorkflowRequest = Static<typeof WorkflowRequest>

const common = { tag: 'Workflows', rateLimit: 'query' } as const
const workflowId = Type.String({ format: 'uuid' })

export const listWorkflows = defineRoute({
  ...common,
  id: 'listWorkflows',
  method: 'get',
  path: '/api/v1/workflows/',
  scope: 'workflows:read',
  summary: 'Workflows of the organization',
  query: Open({
    name: TextParameter('Part of the name'),
    agent_name: TextParameter('Agent name'),
    repository: TextParameter('Repository ID'),
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
