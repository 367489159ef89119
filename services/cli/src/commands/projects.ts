import {
  changeTelemetryProject,
  createTelemetryProject,
  deleteTelemetryProject,
  listTelemetryProjects,
  readTelemetryProject,
  type TelemetryProject,
} from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import { confirm } from '../confirm.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure, UsageError } from '../exit-codes.js'
import { readDsn } from '../import/source.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import { writeJson, writeList } from '../output/write-list.js'

interface CreateOptions extends ConnectionOptions {
  dsn?: string
  json: boolean
}

interface DeleteOptions extends ConnectionOptions {
  yes: boolean
}

const columns = [
  { heading: 'NUMBER' },
  { heading: 'NAME', isFlexible: true },
  { heading: 'ACTIVE', isState: true },
  { heading: 'DSN' },
  { heading: 'ID' },
]

/** `signalbox projects`: the projects that applications send telemetry to. */
export function createProjectsCommand(environment: CliEnvironment): Command {
  return new Command('projects')
    .summary('Create, rename, deactivate and delete projects')
    .description('List, create, rename, deactivate and delete the projects that applications send to')
    .addCommand(createListCommand(environment))
    .addCommand(createAddCommand(environment))
    .addCommand(createRenameCommand(environment))
    .addCommand(createSwitchCommand(environment, { name: 'activate', isActive: true }))
    .addCommand(createSwitchCommand(environment, { name: 'deactivate', isActive: false }))
    .addCommand(createDeleteCommand(environment))
}

const projectArgument = ['<project>', 'Id or DSN number of the project'] as const

function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list').description('List projects, oldest first')
  return addListOptions(command).action(async (options: ListOptions) => {
    const { projects } = await connect(options, environment).call(listTelemetryProjects, {})
    const toRow = ({ number, name, is_active, dsn, id }: TelemetryProject) => [
      String(number),
      name,
      is_active ? 'yes' : 'no',
      dsn,
      id,
    ]
    writeList(environment, { items: projects, columns, toRow, empty: 'No projects.' }, options)
  })
}

function createAddCommand(environment: CliEnvironment): Command {
  const command = new Command('create')
    .description('Create a project and print its DSN')
    .argument('<name>', 'Display name')
    .option('--dsn <dsn>', 'Take over the public key and number of this DSN from another server')
    .option('--json', "Print the server's response as JSON", false)
  return addConnectionOptions(command).action(async (name: string, options: CreateOptions) => {
    const body = { name, ...(options.dsn !== undefined && toTakenOver(options.dsn)) }
    const created = await connect(options, environment).call(createTelemetryProject, { body })
    if (options.json) writeJson(environment, created)
    else environment.stdout.write(`${created.dsn}\n`)
  })
}

function toTakenOver(dsn: string): { number: number; public_key: string } {
  const known = readDsn(dsn)
  if (known === undefined) throw new UsageError('--dsn must be in the form https://<32 hex digits>@<host>/<number>')
  return { number: known.number, public_key: known.publicKey }
}

function createRenameCommand(environment: CliEnvironment): Command {
  const command = new Command('rename')
    .description('Rename a project; the short ids of its issues change accordingly')
    .argument(...projectArgument)
    .argument('<name>', 'New name')
  return addConnectionOptions(command).action(async (project: string, name: string, options: ConnectionOptions) => {
    const renamed = await connect(options, environment).call(changeTelemetryProject, {
      params: { project_id: project },
      body: { name },
    })
    environment.stdout.write(`Renamed project ${renamed.number} to ${renamed.name}\n`)
  })
}

function createSwitchCommand(
  environment: CliEnvironment,
  { name, isActive }: { name: string; isActive: boolean },
): Command {
  const command = new Command(name)
    .description(
      isActive
        ? 'Activate a project so that it accepts telemetry again'
        : 'Deactivate a project so that it rejects telemetry',
    )
    .argument(...projectArgument)
  return addConnectionOptions(command).action(async (project: string, options: ConnectionOptions) => {
    const changed = await connect(options, environment).call(changeTelemetryProject, {
      params: { project_id: project },
      body: { is_active: isActive },
    })
    environment.stdout.write(`${changed.name} is now ${changed.is_active ? 'active' : 'inactive'}\n`)
  })
}

function createDeleteCommand(environment: CliEnvironment): Command {
  const command = new Command('delete')
    .description('Delete a project with all of its telemetry, issues, keys, channels, alert rules and artifacts')
    .argument(...projectArgument)
    .option('--yes', 'Do not ask for confirmation', false)
  return addConnectionOptions(command).action(async (project: string, options: DeleteOptions) => {
    const client = connect(options, environment)
    const params = { project_id: project }
    const { name, number } = await client.call(readTelemetryProject, { params })
    const question = `Delete the project ${name} (${number}) with all of its data? This cannot be undone.`
    if (!options.yes && !(await confirm(environment, question))) {
      throw new CommandFailure('nothing was deleted: answer yes, or pass --yes')
    }
    await client.call(deleteTelemetryProject, { params })
    environment.stdout.write(`Deleted ${name}; its data is removed in the background\n`)
  })
}
