import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Open, Timestamp } from '../../schema.js'
import { sessionStatuses, verdicts } from '../../sessions/session-states.js'
import { LimitParameter, OffsetParameter, TextParameter, timeRangeParameters } from '../http/parameters.js'
import { LinkedProjectParameter } from './repositories.js'
import { defineRoute } from '../http/route.js'
import { CommitSha, FreeObject, NameText, PromptText, RepositoryFullName, UrlText } from '../http/texts.js'

/** Status of a deployment as reported by the deployment system. */
export const deploymentStatuses = ['pending', 'running', 'success', 'failure', 'cancelled'] as const
export type DeploymentStatus = (typeof deploymentStatuses)[number]

/** A deployment as announced by CI. Unknown fields are ignored, because CI systems send whatever they have. */
export const DeploymentRequest = Open({
  deployment_request: PromptText('What is deployed, and why'),
  repository_full_name: Type.Optional({
    ...RepositoryFullName,
    description: 'Repository as `owner/name`; required if the organization has more than one telemetry project',
  }),
  status: Type.Optional(OneOf(deploymentStatuses, { default: 'success', description: 'Default success' })),
  external_url: Type.Optional(UrlText('Deployment page in the system that ran it')),
  commit_sha: Type.Optional(CommitSha),
  commit_message: Type.Optional(Type.String({ maxLength: limits.text.promptBytesMax })),
  ref: Type.Optional(Type.String({ maxLength: limits.text.nameLengthMax, examples: ['refs/heads/main'] })),
  event_metadata: Type.Optional(
    FreeObject(`Free-form metadata; at most ${limits.deployment.metadataBytesMax} bytes of JSON`),
  ),
  service: Type.Optional(NameText('Deployed service, by its name in telemetry')),
  environment: Type.Optional(NameText('Environment, by its name in telemetry')),
  version: Type.Optional(NameText('Version or release')),
  occurred_at: Type.Optional({ ...Timestamp, description: 'When it went live; default now' }),
  monitor: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether an agent session monitors it; default true' }),
  ),
})
export type DeploymentRequest = Static<typeof DeploymentRequest>

/** Response to an announcement. */
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
  summary: 'Record a deployment',
  description:
    'An agent session monitors the deployment unless `monitor` is false. A request that matches the latest ' +
    'deployment of the same repository, service and environment in version, commit and page (at least two of ' +
    'them given) updates that deployment and returns its id, so re-running a pipeline does not start a ' +
    'second session. A request with `monitor` false never matches a monitored deployment. While ' +
    `${limits.deployment.openWatchesMax} deployments of the organization are being monitored, further ones are ` +
    'recorded without a session.',
  body: DeploymentRequest,
  status: 201,
  response: DeploymentCreated,
})

/** A deployment as shown in lists. Null for unset values. */
export const Deployment = Closed({
  id: Type.String(),
  deployment_request: Type.String(),
  repository_full_name: NullableOf(Type.String()),
  status: OneOf(deploymentStatuses),
  external_url: NullableOf(Type.String()),
  commit_sha: NullableOf(Type.String()),
  commit_message: NullableOf(Type.String()),
  ref: NullableOf(Type.String()),
  event_metadata: FreeObject('Free-form metadata; empty if none was sent'),
  service: NullableOf(Type.String()),
  environment: NullableOf(Type.String()),
  version: NullableOf(Type.String()),
  occurred_at: Timestamp,
  created_at: Timestamp,
  session_id: NullableOf(Type.String({ description: 'Agent session that monitors it; null if there is none' })),
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
    description: 'Status history, oldest first; the last entry is the current status',
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
  summary: 'Deployments, ordered by the time they went live, newest first',
  query: Closed({
    ...timeRangeParameters(['1h', '6h', '24h', '7d', '30d'], '24h'),
    service: TextParameter('Deployed service'),
    environment: TextParameter('Environment'),
    repository: TextParameter('Repository as `owner/name`'),
    project_id: LinkedProjectParameter,
    status: Type.Optional(OneOf(deploymentStatuses, { description: `One of ${deploymentStatuses.join(', ')}` })),
    limit: LimitParameter(limits.query.listLimitDefault, limits.query.listLimitMax),
    offset: OffsetParameter,
  }),
  status: 200,
  response: Closed({
    deployments: Type.Array(Deployment),
    total: Type.Integer({ description: 'Total number of matching deployments' }),
    has_more: Type.Boolean({
      description: `Whether more follow. A response holds at most ${limits.query.listBytesMax} bytes, so it can hold fewer than \`limit\`: continue at \`offset\` plus the number received`,
    }),
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
  summary: 'Get a deployment with its status history',
})

export const changeDeployment = defineRoute({
  ...one,
  id: 'changeDeployment',
  method: 'patch',
  scope: 'changes:write',
  summary: 'Update the status of a deployment',
  description: 'Any status may follow any other. Repeating the current status adds nothing to the history.',
  body: Closed({
    status: OneOf(deploymentStatuses),
    external_url: Type.Optional(UrlText('Deployment page in the system that ran it')),
  }),
})
