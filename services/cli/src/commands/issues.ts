import { issueSorts, limits, listIssues, readIssue, type IssueSort, type Since } from '@signalbox/contracts'
import { Command, Option } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { addPagedOptions, nextOffset, toOffsetQuery, type PagedOptions } from '../list-options.js'
import { issueColumns, renderIssue, toIssueRow } from '../output/render-issues.js'
import { screenOf } from '../output/screen.js'
import { createSinceOption } from '../since-option.js'
import { writeJson, writeList } from '../output/write-list.js'
import { createIssueChangeCommands } from './issues-change.js'
import { createIssueRemovalCommands } from './issues-remove.js'
import { createCommentAndMergeCommands } from './issues-comment-merge.js'
import { writeText } from '../output/write-text.js'

interface ListOptions extends PagedOptions {
  query: string
  project?: string
  since: Since
  sort: IssueSort
}

interface ShowOptions extends ConnectionOptions {
  json: boolean
}

const help = `
Issues are identified by short id, such as WEB-SHOP-12, or by id.

Examples:
  signalbox issues list --query 'is:unresolved level:error release:latest "timed out"' --sort users
  signalbox issues resolve WEB-SHOP-12 WEB-SHOP-14 --in-next-release
  signalbox issues archive WEB-SHOP-3 --until 2026-07-01T00:00:00Z
  signalbox issues assign ann@example.com WEB-SHOP-12`

/** `signalbox issues`: finds and manages issues. */
export function createIssuesCommand(environment: CliEnvironment): Command {
  const command = new Command('issues')
    .summary('Find issues, and resolve, archive, assign or delete them')
    .description('Find issues and change their status or assignee')
    .addHelpText('after', help)
    .addCommand(createListCommand(environment))
    .addCommand(createShowCommand(environment))
  const others = [
    ...createIssueChangeCommands(environment),
    ...createCommentAndMergeCommands(environment),
    ...createIssueRemovalCommands(environment),
  ]
  for (const other of others) command.addCommand(other)
  return command
}

function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .description('List issues')
    .option('--query <search>', 'Issue search; "" for all issues', 'is:unresolved')
    .option('--project <id>', 'Only this project, by id or DSN number')
    .addOption(createSinceOption('Time range for the counts').default('90d'))
    .addOption(
      new Option('--sort <measure>', 'Sort order, largest or newest first').choices(issueSorts).default('last_seen'),
    )
  const { listDefault: limitDefault, listMax: limitMax } = limits.issue
  return addPagedOptions(command, { limitDefault, limitMax }).action(async (options: ListOptions) => {
    await list(options, environment)
  })
}

async function list(options: ListOptions, environment: CliEnvironment): Promise<void> {
  const { query, project, since, sort } = options
  const answer = await connect(options, environment).call(listIssues, {
    query: { query, since, sort, ...toOffsetQuery(options), ...(project !== undefined && { project_id: project }) },
  })
  const { issues: items, total, has_more, is_partial: isPartial } = answer
  const next = nextOffset(options, items.length, has_more)
  const empty = 'No matching issues.'
  writeList(environment, { items, next, total, columns: issueColumns, toRow: toIssueRow, empty }, options)
  if (isPartial)
    environment.stderr.write('Too many issues matched to consider all of them: narrow the search or the range\n')
}

function createShowCommand(environment: CliEnvironment): Command {
  const command = new Command('show')
    .description('Show an issue with its state and event counts')
    .argument('<issue>', 'Short id or id of the issue')
    .option('--json', "Print the server's response as JSON", false)
  return addConnectionOptions(command).action(async (issue: string, { json, ...options }: ShowOptions) => {
    const answer = await connect(options, environment).call(readIssue, { params: { issue_id: issue } })
    if (json) writeJson(environment, answer)
    else writeText(environment, renderIssue(answer, screenOf(environment)))
  })
}
