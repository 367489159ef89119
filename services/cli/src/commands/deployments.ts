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
import { writeJson } from '../output/write-list.js'
import { createTimelineListCommand } from './timeline-list.js'

interface CreateOptions extends ConnectionOptions {
  repository?: string
  status?: DeploymentStatus
  service?: string
  environment?: string
  /** Not `version`, which Commander reserves. */
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
    .summary('Record and list deployments')
    .description('Record deployments, update their status, and list them')
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
      'Record a deployment, which an agent session monitors, and print its id. Re-running a pipeline with the ' +
        'same service, version, commit and link updates the existing deployment',
    )
    .argument('<text>', 'What is deployed, and why')
    .option('--repository <owner/name>', 'Repository; required if the organization has several telemetry projects')
    .option('--service <name>', 'Deployed service, by its name in telemetry')
    .option('--environment <name>', 'Environment, by its name in telemetry')
    .option('--release <version>', 'Version or release')
    .option('--commit <sha>', 'Deployed commit, 7 to 64 hex digits', parseCommit)
    .option('--message <text>', 'Commit message')
    .option('--ref <ref>', 'Git reference, such as refs/heads/main')
    .option('--link <url>', 'Deployment page in the system that ran it')
    .option('--occurred-at <time>', 'When it went live, ISO 8601 (default: now)')
    .option('--no-monitor', 'Do not start a session to monitor it')
    .option('--json', "Print the server's response as JSON", false)
    .addOption(createStatusOption('Result of the deployment (default: success)'))
  return addConnectionOptions(command).action(async (text: string, options: CreateOptions) => {
    const answer = await connect(options, environment).call(createDeployment, { body: toRequest(text, options) })
    if (options.json) writeJson(environment, answer)
    else environment.stdout.write(`${answer.id}\n`)
  })
}

function parseCommit(text: string): string {
  if (/^[0-9a-f]{7,64}$/i.test(text)) return text
  throw new InvalidArgumentError('It must be a commit SHA of 7 to 64 hex digits: is the pipeline variable set?')
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
    .description('Update the status of a deployment')
    .argument('<id>', 'Id of the deployment, from `create`')
    .addOption(createStatusOption('Result of the deployment').makeOptionMandatory())
  return addConnectionOptions(command).action(
    async (id: string, options: ConnectionOptions & { status: DeploymentStatus }) => {
      const { status } = options
      await connect(options, environment).call(changeDeployment, { params: { deployment_id: id }, body: { status } })
      environment.stdout.write(`${id} is now ${status}\n`)
    },
  )
}

function createListCommand(environment: CliEnvironment): Command {
  return createTimelineListCommand(environment, {
    description: 'List deployments, newest first',
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
