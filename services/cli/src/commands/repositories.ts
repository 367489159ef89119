import type { ApiClient } from '@signalbox/api-client'
import {
  linkRepository,
  listProjectRepositories,
  listRepositories,
  listTelemetryProjects,
  unlinkRepository,
  type Repository,
} from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure } from '../exit-codes.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import { writeList } from '../output/write-list.js'

/** Options of commands for a single project. */
interface LinkOptions extends ConnectionOptions {
  project: string
}

const columns = [{ heading: 'REPOSITORY' }, { heading: 'PROJECTS', isFlexible: true }]

/** `signalbox repositories`: links between repositories and telemetry projects. */
export function createRepositoriesCommand(environment: CliEnvironment): Command {
  return new Command('repositories')
    .summary('Link repositories to telemetry projects')
    .description('Link repositories to telemetry projects, and list them')
    .addCommand(createListCommand(environment))
    .addCommand(createLinkCommand(environment))
    .addCommand(createUnlinkCommand(environment))
}

function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .description('List repositories and their projects, by name')
    .option('--project <id>', 'Only repositories of this telemetry project, by id or DSN number')
  return addListOptions(command).action(async (options: ListOptions & { project?: string }) => {
    const client = connect(options, environment)
    const { repositories: items } = await readRepositories(client, options.project)
    const names = options.json ? new Map<string, string>() : await readProjectNames(client)
    const toRow = ({ full_name, project_ids }: Repository) => [
      full_name,
      project_ids.map((id) => names.get(id) ?? id).join(', '),
    ]
    writeList(environment, { items, columns, toRow, empty: 'No repositories.' }, options)
  })
}

function readRepositories(client: ApiClient, project: string | undefined): Promise<{ repositories: Repository[] }> {
  return project === undefined
    ? client.call(listRepositories, {})
    : client.call(listProjectRepositories, { params: { project_id: project } })
}

async function readProjectNames(client: ApiClient): Promise<Map<string, string>> {
  const { projects } = await client.call(listTelemetryProjects, {})
  return new Map(projects.map(({ id, name }) => [id, name]))
}

function createLinkCommand(environment: CliEnvironment): Command {
  return addProjectOptions(new Command('link'))
    .description('Link a repository to a telemetry project')
    .action(async (fullName: string, { project, ...options }: LinkOptions) => {
      const client = connect(options, environment)
      await client.call(linkRepository, { params: { project_id: project }, body: { full_name: fullName } })
      environment.stdout.write(`Linked ${fullName}\n`)
    })
}

function createUnlinkCommand(environment: CliEnvironment): Command {
  return addProjectOptions(new Command('unlink'))
    .description('Unlink a repository from a telemetry project')
    .action(async (fullName: string, { project, ...options }: LinkOptions) => {
      const client = connect(options, environment)
      const { repositories } = await readRepositories(client, project)
      const linked = repositories.find(({ full_name }) => full_name === fullName)
      if (linked === undefined) throw new CommandFailure(`no such repository in the project: ${fullName}`)
      await client.call(unlinkRepository, { params: { project_id: project, repository_id: linked.id } })
      environment.stdout.write(`Unlinked ${fullName}\n`)
    })
}

function addProjectOptions(command: Command): Command {
  command
    .argument('<owner/name>', 'Name of the repository')
    .requiredOption('--project <id>', 'Telemetry project, by id or DSN number')
  return addConnectionOptions(command)
}
