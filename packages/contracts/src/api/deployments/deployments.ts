import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Open, Timestamp } from '../../schema.js'
import { sessionStatuses, verdicts } from '../../sessions/session-states.js'
import { LimitParameter, OffsetParameter, TextParameter, timeRangeParameters } from '../http/parameters.js'
import { LinkedProjectParameter } from './repositories.js'
import { defineRoute } from '../http/route.js'
import { CommitSha, FreeObject, NameText, PromptText, RepositoryFullName, UrlText } from '../http/texts.js'

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
  event_metadata: Type.Optional(
    FreeObject(`Free-form metadata; at most ${limits.deployment.metadataBytesMax} bytes of JSON`),
  ),
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
  description:
    'An agent session watches the deployment, unless `monitor` is false. What repeats the latest deployment of the' +
    ' repository, service and environment with the same version, commit and page, at least two of them said, updates' +
    ' it and answers its id: a pipeline may run again, and no second session watches. One that is not to be watched does not' +
    ' repeat one that is.',
  body: DeploymentRequest,
  status: 201,
  response: DeploymentCreated,
})

/** A deployment as it is listed. Null is what was not said. */
export const Deployment = Closed({
  id: Type.String(),
  deployment_request: Type.String(),
  repository_full_name: NullableOf(Type.String()),
  status: OneOf(deploymentStatuses),
  external_url: NullableOf(Type.String()),
  commit_sha: NullableOf(Type.String()),
  commit_message: NullableOf(Type.String()),
  ref: NullableOf(Type.String()),
  event_metadata: FreeObject('Free-form metadata; empty when none was sent'),
  service: NullableOf(Type.String()),
  environment: NullableOf(Type.String()),
  version: NullableOf(Type.String()),
  occurred_at: Timestamp,
  created_at: Timestamp,
  session_id: NullableOf(Type.String({ description: 'Agent session that watches it; null when none does' })),
  watch: NullableOf(
    Closed({
      status: OneOf(sessionStatuses),
      verdict: NullableOf(OneOf(verdicts, { description: 'Null until the session is completed' })),
    }),
  ),
})
export type Deployment = Static<typeof Deployment>

export const DeploymentDetail = Closed({
  ...Deployment.properties,
  status_history: Type.Array(Closed({ status: OneOf(deploymentStatuses), changed_at: Timestamp }), {
    description: 'Every status it has had, oldest first; the last one is current',
  }),
})
export type DeploymentDetail = Static<typeof DeploymentDetail>

export const listDeployments = defineRoute({
  id: 'listDeployments',
  tag: 'Deployments',
  method: 'get',
  path: '/api/v1/deployments/',
  scope: 'changes:read',
  rateLimit: 'query',
  summary: 'Deployments, newest first by the time they went live',
  query: Closed({
    ...timeRangeParameters(['1h', '6h', '24h', '7d', '30d'], '24h'),
    service: TextParameter('Service that was deployed'),
    environment: TextParameter('Environment'),
    repository: TextParameter('Repository as `owner/name`'),
    project_id: LinkedProjectParameter,
    status: Type.Optional(OneOf(deploymentStatuses, { description: `One of ${deploymentStatuses.join(', ')}` })),
    limit: LimitParameter(limits.query.errorsLimitDefault, limits.query.errorsLimitMax),
    offset: OffsetParameter,
  }),
  status: 200,
  response: Closed({
    deployments: Type.Array(Deployment),
    total: Type.Integer({ description: 'Deployments that match, on all pages' }),
    has_more: Type.Boolean(),
  }),
})

const one = {
  tag: 'Deployments',
  path: '/api/v1/deployments/{deployment_id}/',
  rateLimit: 'query',
  params: Closed({ deployment_id: Type.String({ format: 'uuid' }) }),
  status: 200,
  response: DeploymentDetail,
} as const

export const readDeployment = defineRoute({
  ...one,
  id: 'readDeployment',
  method: 'get',
  scope: 'changes:read',
  summary: 'One deployment with the history of its status',
})

export const changeDeployment = defineRoute({
  ...one,
  id: 'changeDeployment',
  method: 'patch',
  scope: 'changes:write',
  summary: 'Change the status of a deployment',
  description: 'Any status may follow any other. The same status again adds nothing to the history.',
  body: Closed({
    status: OneOf(deploymentStatuses),
    external_url: Type.Optional(UrlText('Page of the deployment in the system that made it')),
  }),
})
