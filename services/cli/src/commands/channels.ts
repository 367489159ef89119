import {
  createNotificationChannel,
  deleteNotificationChannel,
  listNotificationChannels,
  testNotificationChannel,
  type ChannelRequest,
  type NoticeKind,
  type NoticeLevel,
  noticeKinds,
  noticeLevels,
} from '@signalbox/contracts'
import { Command, Option } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure, UsageError } from '../exit-codes.js'
import { renderTable } from '../render-table.js'

interface ChannelOptions extends ConnectionOptions {
  project: string
  json: boolean
}

interface AddOptions extends ChannelOptions {
  slackWebhook?: string
  slackChannel?: string
  webhook?: string
  email?: string
  discordWebhook?: string
  teamsWebhook?: string
  name?: string
  events?: NoticeKind[]
  environments?: string[]
  minLevel?: NoticeLevel
}

const columns = [
  { heading: 'NAME', isFlexible: true },
  { heading: 'KIND' },
  { heading: 'ACTIVE' },
  { heading: 'FAULT', isFlexible: true },
  { heading: 'ID' },
]

/** `signalbox channels`: where notices of a project go. */
export function createChannelsCommand(environment: CliEnvironment): Command {
  return new Command('channels')
    .summary('say where notices of new errors go')
    .description('List, add, test and remove the channels that notices of a project go to.')
    .addCommand(createListCommand(environment))
    .addCommand(createAddCommand(environment))
    .addCommand(createTestCommand(environment))
    .addCommand(createRemoveCommand(environment))
}

function addProjectOption(command: Command): Command {
  return addConnectionOptions(command.requiredOption('--project <id>', 'the project, by its id or DSN number'))
}

function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .description('List the channels of a project, oldest first, with what is wrong with them.')
    .option('--json', 'print them as JSON', false)
  return addProjectOption(command).action(async (options: ChannelOptions) => {
    const { stdout } = environment
    const params = { project_id: options.project }
    const { channels } = await connect(options, environment).call(listNotificationChannels, { params })
    const rows = channels.map(({ name, kind, is_active, fault, id }) => [
      name,
      kind,
      is_active ? 'yes' : 'no',
      fault ?? '',
      id,
    ])
    if (options.json) stdout.write(`${JSON.stringify(channels, null, 2)}\n`)
    else if (rows.length === 0) stdout.write('There are no channels.\n')
    else stdout.write(renderTable(columns, rows, stdout.columns))
  })
}

function createAddCommand(environment: CliEnvironment): Command {
  const command = new Command('add')
    .description('Add a channel. Prints its id, and the key that signs what is posted to a webhook.')
    .option('--slack-webhook <url>', 'incoming webhook of Slack')
    .option('--slack-channel <name>', 'channel of Slack that a bot writes to; its token is in $SLACK_BOT_TOKEN')
    .option('--webhook <url>', 'address that signed notices are posted to')
    .option('--email <address>', 'e-mail address')
    .option('--discord-webhook <url>', 'webhook of a Discord channel')
    .option('--teams-webhook <url>', 'webhook of a Microsoft Teams workflow that posts to a channel')
    .option('--name <name>', 'name for people')
    .addOption(new Option('--events <kind...>', 'only these (default: all)').choices(noticeKinds))
    .option('--environments <name...>', 'only events of these environments (default: all)')
    .addOption(
      new Option('--min-level <level>', 'only issues of this level or a more severe one').choices(noticeLevels),
    )
    .option('--json', 'print the answer of the server as JSON', false)
  return addProjectOption(command).action(async (options: AddOptions) => {
    const { stdout, stderr } = environment
    const params = { project_id: options.project }
    const body = toRequest(options, environment)
    const channel = await connect(options, environment).call(createNotificationChannel, { params, body })
    stdout.write(options.json ? `${JSON.stringify(channel, null, 2)}\n` : `${channel.id}\n`)
    const { secret } = channel
    if (!options.json && secret !== undefined) stderr.write(`Key of its signatures, shown once: ${secret}\n`)
  })
}

function toRequest(options: AddOptions, environment: CliEnvironment): ChannelRequest {
  const { name, events, environments, minLevel } = options
  return {
    ...toTarget(options, environment),
    ...(name !== undefined && { name }),
    ...(events !== undefined && { events }),
    ...(environments !== undefined && { environments }),
    ...(minLevel !== undefined && { min_level: minLevel }),
  }
}

/** A token on the command line would be seen in the list of processes. */
function toTarget(options: AddOptions, { env }: CliEnvironment): ChannelRequest {
  const { slackWebhook, slackChannel, webhook, email, discordWebhook, teamsWebhook } = options
  const targets: ChannelRequest[] = []
  if (slackWebhook !== undefined) targets.push({ kind: 'slack', webhook_url: slackWebhook })
  if (slackChannel !== undefined) {
    const token = env['SLACK_BOT_TOKEN']
    if (!token) throw new UsageError('no token of a bot: set SLACK_BOT_TOKEN')
    targets.push({ kind: 'slack', channel: slackChannel, bot_token: token })
  }
  if (webhook !== undefined) targets.push({ kind: 'webhook', url: webhook })
  if (email !== undefined) targets.push({ kind: 'email', to: email })
  if (discordWebhook !== undefined) targets.push({ kind: 'discord', webhook_url: discordWebhook })
  if (teamsWebhook !== undefined) targets.push({ kind: 'teams', webhook_url: teamsWebhook })
  const [target] = targets
  if (target !== undefined && targets.length === 1) return target
  throw new UsageError(
    'give one of --slack-webhook, --slack-channel, --webhook, --email, --discord-webhook and --teams-webhook',
  )
}

function createTestCommand(environment: CliEnvironment): Command {
  const command = new Command('test')
    .description('Send a test message to a channel, and print what the receiver answers.')
    .argument('<id>', 'the id that `list` shows')
  return addProjectOption(command).action(async (id: string, options: ChannelOptions) => {
    const params = { project_id: options.project, channel_id: id }
    const { delivered, detail } = await connect(options, environment).call(testNotificationChannel, { params })
    if (!delivered) throw new CommandFailure(`the test was not delivered: ${detail}`)
    environment.stdout.write(`delivered: ${detail}\n`)
  })
}

function createRemoveCommand(environment: CliEnvironment): Command {
  const command = new Command('remove')
    .description('Remove a channel with all that waits for it.')
    .argument('<id>', 'the id that `list` shows')
  return addProjectOption(command).action(async (id: string, options: ChannelOptions) => {
    const params = { project_id: options.project, channel_id: id }
    const { name } = await connect(options, environment).call(deleteNotificationChannel, { params })
    environment.stdout.write(`removed ${name}\n`)
  })
}
