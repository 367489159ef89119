import { deleteIssues } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import { confirm } from '../confirm.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure } from '../exit-codes.js'
import { findIssueIds } from '../issue-ids.js'

interface RemoveOptions extends ConnectionOptions {
  yes: boolean
}

const removals = [
  {
    name: 'delete',
    discard: false,
    description: 'Delete issues and their events; later events create new issues',
  },
  {
    name: 'discard',
    discard: true,
    description: 'Delete issues and their events, and drop later events',
  },
]

/** `signalbox issues delete` and `discard`. */
export function createIssueRemovalCommands(environment: CliEnvironment): Command[] {
  return removals.map(({ name, discard, description }) => {
    const command = new Command(name)
      .description(description)
      .argument('<issues...>', 'Short ids or ids of the issues')
      .option('--yes', 'Do not ask for confirmation', false)
    return addConnectionOptions(command).action(async (names: string[], options: RemoveOptions) => {
      await remove(names, options, { environment, discard })
    })
  })
}

async function remove(
  names: readonly string[],
  options: RemoveOptions,
  { environment, discard }: { environment: CliEnvironment; discard: boolean },
): Promise<void> {
  const client = connect(options, environment)
  const issue_ids = await findIssueIds(client, names)
  const question = `Delete ${names.join(', ')} with all events? This cannot be undone.`
  if (!options.yes && !(await confirm(environment, question))) {
    throw new CommandFailure('nothing was deleted: answer yes, or pass --yes')
  }
  const { deleted } = await client.call(deleteIssues, { body: { issue_ids, discard } })
  environment.stdout.write(`${deleted} deleted\n`)
}
