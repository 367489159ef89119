import { Type, type Static } from 'typebox'
import { limits } from '../limits.js'
import { Closed, OneOf, Open, Timestamp } from '../schema.js'
import { defineRoute } from './route.js'
import { CommitSha, FreeObject, NameText, PromptText, RepositoryFullName, UrlText } from './texts.js'

/** What became of a deployment, as the deployment system says it. */
export const deploymentStatuses = ['pending', 'running', 'success', 'failure', 'cancelled'] as const
export type DeploymentStatus = (typeof deploymentStatuses)[number]

/** A deployment as CI announces it. Unknown fields are ignored: CI systems send what they have. */
export const DeploymentRequest = Open({
  deployment_request: PromptText('What is deployed and why'),
  repository_full_name: Type.Optional({
    ...RepositoryFullName,
    description: 'Repository as `owner/name`; required when the organization has more than one telemetry project',
  }),
  status: Type.Optional(OneOf(deploymentStatuses, { default: 'success', description: 'Default success' })),
  external_url: Type.Optional(UrlText('Page of the deployment in the system that made it')),
  commit_sha: Type.Optional(CommitSha),
  commit_message: Type.Optional(Type.String({ maxLength: limits.text.promptBytesMax })),
  ref: Type.Optional(Type.String({ maxLength: limits.text.nameLengthMax, examples: ['refs/heads/main'] })),
  event_metadata: Type.Optional(FreeObject('Free-form metadata')),
  service: Type.Optional(NameText('Service that is deployed, as its telemetry names it')),
  environment: Type.Optional(NameText('Environment, as telemetry names it')),
  version: Type.Optional(NameText('Version or release')),
  occurred_at: Type.Optional({ ...Timestamp, description: 'When it went live; default now' }),
  monitor: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether an agent session watches it; default true' }),
  ),
})
export type DeploymentRequest = Static<typeof DeploymentRequest>

/** Answer to an announcement. */
export const DeploymentCreated = Closed({
  id: Type.String(),
  status: OneOf(deploymentStatuses),
  created_at: Timestamp,
})
export type DeploymentCreated = Static<typeof DeploymentCreated>

export const createDeployment = defineRoute({
  id: 'createDeployment',
  tag: 'Deployments',
  method: 'post',
  path: '/api/v1/deployments/',
  scope: 'changes:write',
  rateLimit: 'query',
  summary: 'Announce a deployment',
  description: 'An agent session watches the deployment, unless `monitor` is false.',
  body: DeploymentRequest,
  status: 201,
  response: DeploymentCreated,
})
