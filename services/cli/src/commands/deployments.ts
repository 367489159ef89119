import {
  changeDeployment,
  createDeployment,
  deploymentStatuses,
  listDeployments,
  type DeploymentRequest,
  type DeploymentStatus,
} from '@signalbox/contracts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { writeJson } from '../write-list.js'
import { createTimelineListCommand } from './timeline-list.js'

interface CreateOptions extends ConnectionOptions {
  repository?: string
  status?: DeploymentStatus
  service?: string
  environment?: string
  /** Not `version`, which commander keeps to itself. */
  release?: string
  commit?: string
  message?: string
  ref?: string
  link?: string
  occurredAt?: string
  monitor: boolean
  json: boolean
}

const columns = [
  { heading: 'TIME', isTime: true },
  { heading: 'STATUS', isState: true },
  { heading: 'SERVICE' },
  { heading: 'VERSION' },
  { heading: 'WHAT', isFlexible: true },
  { heading: 'ID' },
]

/** `signalbox deployments`: announces and lists deployments. */
export function createDeploymentsCommand(environment: CliEnvironment): Command {
  return new Command('deployments')
    .summary('announce and list deployments')
    .description('Announce deployments, say what became of them, and list them.')
    .addCommand(createDeploymentCommand(environment))
    .addCommand(createStatusCommand(environment))
    .addCommand(createListCommand(environment))
}

function createStatusOption(description: string): Option {
  return new Option('--status <status>', description).choices(deploymentStatuses)
}

function createDeploymentCommand(environment: CliEnvironment): Command {
  const command = new Command('create')
    .description(
      'Announce a deployment, which an agent session watches, and print its id. A pipeline that runs again with the same ' +
        'service, version, commit and link updates what it announced.',
    )
    .argument('<text>', 'what is deployed and why')
    .option('--repository <owner/name>', 'repository; needed when the organization has several telemetry projects')
    .option('--service <name>', 'service that is deployed, as its telemetry names it')
    .option('--environment <name>', 'environment, as telemetry names it')
    .option('--release <version>', 'version or release')
    .option('--commit <sha>', 'commit that is live from then on, 7 to 64 hex digits', parseCommit)
    .option('--message <text>', 'message of the commit')
    .option('--ref <ref>', 'Git reference, such as refs/heads/main')
    .option('--link <url>', 'page of the deployment in the system that made it')
    .option('--occurred-at <time>', 'when it went live, ISO 8601 (default: now)')
    .option('--no-monitor', 'record it without a session that watches it')
    .option('--json', 'print the answer of the server as JSON', false)
    .addOption(createStatusOption('what became of it (default: success)'))
  return addConnectionOptions(command).action(async (text: string, options: CreateOptions) => {
    const answer = await connect(options, environment).call(createDeployment, { body: toRequest(text, options) })
    if (options.json) writeJson(environment, answer)
    else environment.stdout.write(`${answer.id}\n`)
  })
}

function parseCommit(text: string): string {
  if (/^[0-9a-f]{7,64}$/i.test(text)) return text
  throw new InvalidArgumentError('It must be a commit SHA, 7 to 64 hex digits: is the variable of the pipeline set?')
}

function toRequest(text: string, options: CreateOptions): DeploymentRequest {
  const { repository, status, service, environment, release, commit, message, ref, link, occurredAt } = options
  return {
    deployment_request: text,
    ...(repository !== undefined && { repository_full_name: repository }),
    ...(status !== undefined && { status }),
    ...(service !== undefined && { service }),
    ...(environment !== undefined && { environment }),
    ...(release !== undefined && { version: release }),
    ...(commit !== undefined && { commit_sha: commit }),
    ...(message !== undefined && { commit_message: message }),
    ...(ref !== undefined && { ref }),
    ...(link !== undefined && { external_url: link }),
    ...(occurredAt !== undefined && { occurred_at: occurredAt }),
    monitor: options.monitor,
  }
}

function createStatusCommand(environment: CliEnvironment): Command {
  const command = new Command('status')
    .description('Update the status of a deployment.')
    .argument('<id>', 'the id that `create` printed')
    .addOption(createStatusOption('what became of it').makeOptionMandatory())
  return addConnectionOptions(command).action(
    async (id: string, options: ConnectionOptions & { status: DeploymentStatus }) => {
      const { status } = options
      await connect(options, environment).call(changeDeployment, { params: { deployment_id: id }, body: { status } })
      environment.stdout.write(`${id} is ${status}\n`)
    },
  )
}

function createListCommand(environment: CliEnvironment): Command {
  return createTimelineListCommand(environment, {
    description: 'List deployments, newest first.',
    item: 'deployment',
    columns,
    read: async (client, query) => {
      const { deployments: items, ...rest } = await client.call(listDeployments, { query })
      return { items, ...rest }
    },
    toRow: (deployment) => [
      deployment.occurred_at,
      deployment.status,
      deployment.service ?? '',
      deployment.version ?? '',
      deployment.deployment_request,
      deployment.id,
    ],
  })
}
