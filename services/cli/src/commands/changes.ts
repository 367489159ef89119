import type { ApiClient } from '@signalbox/api-client'
import { listChanges, recordChanges, type ChangeItem } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure } from '../exit-codes.js'
import { readCommits } from '../git/read-commits.js'
import { batchChanges } from './batch-changes.js'
import { createTimelineListCommand } from './timeline-list.js'

interface RecordOptions extends ConnectionOptions {
  fromGit: string
  directory: string
  repository?: string
  service?: string
  diff: boolean
}

const columns = [
  { heading: 'TIME', isTime: true },
  { heading: 'KIND' },
  { heading: 'SERVICE' },
  { heading: 'TITLE', isFlexible: true },
  { heading: 'ID' },
]

const help = `
Recording a commit again only updates its details, so ranges may overlap.

Examples:
  signalbox changes record --from-git HEAD~20..HEAD --repository acme/shop
  signalbox changes record --from-git v1.4.0..v1.5.0 --repository acme/shop --service checkout`

/** `signalbox changes`: records and lists changes that may explain an incident. */
export function createChangesCommand(environment: CliEnvironment): Command {
  return new Command('changes')
    .summary('Record and list commits and other changes')
    .description('Record the commits of a range, and list changes and deployments of all services')
    .addCommand(createRecordCommand(environment))
    .addCommand(createListCommand(environment))
}

function createRecordCommand(environment: CliEnvironment): Command {
  const command = new Command('record')
    .description('Record the commits of a range with their files and diffs, excluding merges')
    .requiredOption('--from-git <range>', 'Range of commits, as for `git log`')
    .option('-C, --directory <directory>', 'Path of the repository', '.')
    .option('--repository <owner/name>', 'Name of the repository')
    .option('--service <name>', 'Service that the commits affect; omit it if there are several')
    .option('--no-diff', 'Send only titles, authors and paths, without diffs')
  return addConnectionOptions(command)
    .addHelpText('after', help)
    .action(async (options: RecordOptions) => {
      await record(options, environment)
    })
}

async function record(options: RecordOptions, environment: CliEnvironment): Promise<void> {
  const { fromGit: range, directory, repository, service, diff } = options
  const client = connect(options, environment)
  const place = { ...(repository !== undefined && { repository }), ...(service !== undefined && { service }) }
  let accepted = 0
  for await (const batch of batchChanges(readCommits({ directory, range, withDiff: diff }))) {
    accepted += await send(
      client,
      batch.map((commit) => ({ ...commit, ...place })),
    )
  }
  environment.stdout.write(`${accepted} commits recorded\n`)
}

/** @returns the number of stored changes. @throws CommandFailure naming the rejected ones. */
async function send(client: ApiClient, changes: readonly ChangeItem[]): Promise<number> {
  const { accepted, rejected } = await client.call(recordChanges, { body: { changes: [...changes] } })
  if (rejected.length === 0) return accepted
  const faults = rejected.map(({ index, error }) => `\n  ${changes[index]?.id ?? index}: ${error}`)
  throw new CommandFailure(`some commits could not be recorded${faults.join('')}`)
}

function createListCommand(environment: CliEnvironment): Command {
  return createTimelineListCommand(environment, {
    description: 'List changes and deployments, newest first',
    item: 'change',
    columns,
    read: async (client, query) => {
      const { changes: items, ...rest } = await client.call(listChanges, { query })
      return { items, ...rest }
    },
    toRow: (change) => [
      change.occurred_at,
      change.kind,
      change.service ?? '',
      change.title,
      change.kind === 'commit' ? change.id.slice(0, 12) : change.id,
    ],
  })
}
