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
    description: 'Delete issues with their events. What happens later is a new issue.',
  },
  {
    name: 'discard',
    discard: true,
    description: 'Delete issues with their events, and drop what would be part of them from now on.',
  },
]

/** `signalbox issues delete` and `discard`. */
export function createIssueRemovalCommands(environment: CliEnvironment): Command[] {
  return removals.map(({ name, discard, description }) => {
    const command = new Command(name)
      .description(description)
      .argument('<issues...>', 'their short ids or ids')
      .option('--yes', 'do not ask first', false)
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
  const question = `Delete ${names.join(', ')} with all events? There is no way back.`
  if (!options.yes && !(await confirm(environment, question))) {
    throw new CommandFailure('nothing was deleted: answer yes, or pass --yes')
  }
  const { deleted } = await client.call(deleteIssues, { body: { issue_ids, discard } })
  environment.stdout.write(`${deleted} deleted\n`)
}
