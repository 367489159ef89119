import {
  channelKinds,
  ChannelRequest,
  channelSettings,
  createNotificationChannel,
  createValidator,
  deleteNotificationChannel,
  listNotificationChannels,
  noticeKinds,
  noticeLevels,
  testNotificationChannel,
  type ChannelKind,
  type NotificationChannel,
  type NoticeKind,
  type NoticeLevel,
} from '@signalbox/contracts'
import { Argument, Command, Option } from 'commander'
import { Type, type TObject } from 'typebox'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure, UsageError } from '../exit-codes.js'
import { addListOptions } from '../list-options.js'
import { writeJson, writeList } from '../output/write-list.js'

interface ChannelOptions extends ConnectionOptions {
  project: string
  json: boolean
}

interface AddOptions extends ChannelOptions {
  name?: string
  events?: NoticeKind[]
  environments?: string[]
  minLevel?: NoticeLevel
}

const columns = [
  { heading: 'NAME', isFlexible: true },
  { heading: 'KIND' },
  { heading: 'ACTIVE', isState: true },
  { heading: 'FAULT', isFlexible: true },
  { heading: 'ID' },
]

/** `signalbox channels`: notification channels of a project. */
export function createChannelsCommand(environment: CliEnvironment): Command {
  return new Command('channels')
    .summary('Configure where notifications of new errors are sent')
    .description('List, add, test and remove the notification channels of a project')
    .addCommand(createListCommand(environment))
    .addCommand(createAddCommand(environment))
    .addCommand(createTestCommand(environment))
    .addCommand(createRemoveCommand(environment))
}

const projectOption = ['--project <id>', 'Project, by id or DSN number'] as const

function addProjectOption(command: Command): Command {
  return addConnectionOptions(command.requiredOption(...projectOption))
}

function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .description('List the channels of a project and their errors, oldest first')
    .requiredOption(...projectOption)
  return addListOptions(command).action(async (options: ChannelOptions) => {
    const params = { project_id: options.project }
    const { channels: items } = await connect(options, environment).call(listNotificationChannels, { params })
    writeList(environment, { items, columns, toRow, empty: 'No channels.' }, options)
  })
}

function toRow({ name, kind, is_active, fault, id }: NotificationChannel): string[] {
  return [name, kind, is_active ? 'yes' : 'no', fault ?? '', id]
}

function createAddCommand(environment: CliEnvironment): Command {
  const command = new Command('add')
    .description('Add a channel and print its id and, for webhooks, the signing key')
    .addArgument(new Argument('<kind>', 'Kind of the channel').choices(channelKinds))
    .argument('[settings...]', 'Destination, such as url=https://example.com/in; see below')
    .option('--name <name>', 'Display name')
    .addOption(new Option('--events <kind...>', 'Only events of these types (default: all)').choices(noticeKinds))
    .option('--environments <name...>', 'Only events in these environments (default: all)')
    .addOption(new Option('--min-level <level>', 'Only issues of at least this level').choices(noticeLevels))
    .option('--json', "Print the server's response as JSON", false)
    .addHelpText('after', () => `\nSettings by kind:\n${channelKinds.map(describeSettings).join('')}`)
  return addProjectOption(command).action(async (kind: ChannelKind, settings: string[], given: AddOptions) => {
    const { name, events, environments, minLevel: min_level } = given
    const common = Object.entries({ name, events, environments, min_level })
    const entries: [string, unknown][] = [['kind', kind], ...readSettings(kind, settings, environment), ...common]
    const wanted = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    await addChannel(wanted, given, environment)
  })
}

async function addChannel(wanted: object, options: AddOptions, environment: CliEnvironment): Promise<void> {
  const { stdout, stderr } = environment
  const request = createValidator(ChannelRequest)(wanted)
  if (!request.ok) throw new UsageError(request.faults.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; '))
  const params = { project_id: options.project }
  const channel = await connect(options, environment).call(createNotificationChannel, { params, body: request.value })
  if (options.json) writeJson(environment, channel)
  else stdout.write(`${channel.id}\n`)
  const { secret } = channel
  if (!options.json && secret !== undefined) stderr.write(`Signing key, shown only once: ${secret}\n`)
}

/** Secrets come from environment variables, because other users can see command lines. */
function readSettings(
  kind: ChannelKind,
  given: readonly string[],
  { env }: CliEnvironment,
): [string, string | undefined][] {
  const secrets = settingsOf(kind).filter(({ variable }) => variable !== undefined)
  const fromEnvironment = secrets.map(({ name, variable = '' }): [string, string | undefined] => [
    name,
    env[variable] || undefined,
  ])
  const fromArguments = given.map((text): [string, string] => {
    const equals = text.indexOf('=')
    if (equals < 1) throw new UsageError(`${text} is not a setting such as url=https://example.com/in`)
    const name = text.slice(0, equals)
    const secret = secrets.find((each) => each.name === name)
    if (secret) throw new UsageError(`${name} is a secret: set it in ${secret.variable ?? ''}`)
    return [name, text.slice(equals + 1)]
  })
  return [...fromEnvironment, ...fromArguments]
}

interface Setting {
  name: string
  description: string
  isRequired: boolean
  /** For a secret, the environment variable that holds it. */
  variable: string | undefined
}

function settingsOf(kind: ChannelKind): Setting[] {
  const schema: TObject = channelSettings[kind]
  return Object.entries(schema.properties).map(([name, setting]) => ({
    name,
    description: 'description' in setting ? String(setting.description) : '',
    isRequired: !Type.IsOptional(setting),
    variable: 'writeOnly' in setting ? `SIGNALBOX_CHANNEL_${name.toUpperCase()}` : undefined,
  }))
}

function describeSettings(kind: ChannelKind): string {
  const lines = settingsOf(kind).map(({ name, description, isRequired, variable }) => {
    const needed = isRequired ? ' (needed)' : ''
    return `    ${variable === undefined ? `${name}=…` : `$${variable}`}  ${description}${needed}\n`
  })
  return `  ${kind}\n${lines.join('')}`
}

function createTestCommand(environment: CliEnvironment): Command {
  const command = new Command('test')
    .description("Send a test message to a channel and print the receiver's response")
    .argument('<id>', 'Id of the channel, from `list`')
  return addProjectOption(command).action(async (id: string, options: ChannelOptions) => {
    const params = { project_id: options.project, channel_id: id }
    const { delivered, detail } = await connect(options, environment).call(testNotificationChannel, { params })
    if (!delivered) throw new CommandFailure(`test not delivered: ${detail}`)
    environment.stdout.write(`Delivered: ${detail}\n`)
  })
}

function createRemoveCommand(environment: CliEnvironment): Command {
  const command = new Command('remove')
    .description('Remove a channel and its pending messages')
    .argument('<id>', 'Id of the channel, from `list`')
  return addProjectOption(command).action(async (id: string, options: ChannelOptions) => {
    const params = { project_id: options.project, channel_id: id }
    const { name } = await connect(options, environment).call(deleteNotificationChannel, { params })
    environment.stdout.write(`Removed ${name}\n`)
  })
}
