import { issueSorts, limits, listIssues, readIssue, type IssueSort, type Since } from '@signalbox/contracts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { renderIssue, renderIssueTable } from '../render-issues.js'
import { createSinceOption } from '../since-option.js'
import { createIssueChangeCommands } from './issues-change.js'
import { createIssueRemovalCommands } from './issues-remove.js'
import { createIssueTalkCommands } from './issues-talk.js'

interface ListOptions extends ConnectionOptions {
  query: string
  project?: string
  since: Since
  sort: IssueSort
  limit: number
  json: boolean
}

interface ShowOptions extends ConnectionOptions {
  json: boolean
}

const help = `
Issues are named by their short id, such as WEB-SHOP-12, or by their id.

Examples:
  signalbox issues list --query 'is:unresolved level:error release:latest "timed out"' --sort users
  signalbox issues resolve WEB-SHOP-12 WEB-SHOP-14 --in-next-release
  signalbox issues archive WEB-SHOP-3 --until 2026-07-01T00:00:00Z
  signalbox issues assign ann@example.com WEB-SHOP-12`

/** `signalbox issues`: finds issues and says what becomes of them. */
export function createIssuesCommand(environment: CliEnvironment): Command {
  const command = new Command('issues')
    .summary('find issues, and resolve, archive, assign or delete them')
    .description('Find issues and change their status or assignee.')
    .addHelpText('after', help)
    .addCommand(createListCommand(environment))
    .addCommand(createShowCommand(environment))
  const others = [
    ...createIssueChangeCommands(environment),
    ...createIssueTalkCommands(environment),
    ...createIssueRemovalCommands(environment),
  ]
  for (const other of others) command.addCommand(other)
  return command
}

function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .description('List issues.')
    .option('--query <search>', 'which issues, in the language of searches; all when empty', 'is:unresolved')
    .option('--project <id>', "only this project: its id or its DSN's number")
    .addOption(createSinceOption('range that counts').default('90d'))
    .addOption(new Option('--sort <measure>', 'the largest or newest first').choices(issueSorts).default('last_seen'))
    .option(
      '--limit <number>',
      `most issues to list, 1 to ${limits.issue.listMax}`,
      readLimit,
      limits.issue.listDefault,
    )
    .option('--json', 'print the answer of the server as JSON', false)
  return addConnectionOptions(command).action(async (options: ListOptions) => {
    await list(options, environment)
  })
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (/^\d+$/.test(text) && limit >= 1 && limit <= limits.issue.listMax) return limit
  throw new InvalidArgumentError(`must be an integer from 1 to ${limits.issue.listMax}`)
}

async function list(options: ListOptions, environment: CliEnvironment): Promise<void> {
  const { query, project, since, sort, limit, json } = options
  const { stdout, stderr } = environment
  const answer = await connect(options, environment).call(listIssues, {
    query: { query, since, sort, limit, ...(project !== undefined && { project_id: project }) },
  })
  const { issues, total, is_partial: isPartial } = answer
  if (json) stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
  else if (issues.length === 0) stdout.write('No issues match.\n')
  else stdout.write(renderIssueTable(issues, stdout.columns))
  if (json) return
  if (total > issues.length) stderr.write(`${issues.length} of ${total} issues shown: see --limit\n`)
  if (isPartial) stderr.write('There were too many to look at all of them: narrow the search or the range\n')
}

function createShowCommand(environment: CliEnvironment): Command {
  const command = new Command('show')
    .description('Show an issue with its state and how often it happened.')
    .argument('<issue>', 'its short id or its id')
    .option('--json', 'print the answer of the server as JSON', false)
  return addConnectionOptions(command).action(async (issue: string, { json, ...options }: ShowOptions) => {
    const answer = await connect(options, environment).call(readIssue, { params: { issue_id: issue } })
    environment.stdout.write(json ? `${JSON.stringify(answer, null, 2)}\n` : renderIssue(answer))
  })
}
