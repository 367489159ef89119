import { createIssueComment, mergeIssues } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { findIssueIds } from '../issue-ids.js'

/** `signalbox issues comment` and `merge`. */
export function createCommentAndMergeCommands(environment: CliEnvironment): Command[] {
  return [createComment(environment), createMerge(environment)]
}

function createComment(environment: CliEnvironment): Command {
  const command = new Command('comment')
    .description('Comment on an issue')
    .argument('<issue>', 'Short id or id of the issue')
    .argument('<text>', 'Text of the comment')
  return addConnectionOptions(command).action(async (name: string, text: string, options: ConnectionOptions) => {
    const client = connect(options, environment)
    const [issue_id = ''] = await findIssueIds(client, [name])
    const { id } = await client.call(createIssueComment, { params: { issue_id }, body: { text } })
    environment.stdout.write(`${id}\n`)
  })
}

function createMerge(environment: CliEnvironment): Command {
  const command = new Command('merge')
    .description('Merge issues of the same project into another')
    .argument('<into>', 'Issue to keep, by short id or id')
    .argument('<issues...>', 'Issues to merge into it')
  return addConnectionOptions(command).action(async (into: string, names: string[], options: ConnectionOptions) => {
    const client = connect(options, environment)
    const [issue_id = '', ...issue_ids] = await findIssueIds(client, [into, ...names])
    const issue = await client.call(mergeIssues, { params: { issue_id }, body: { issue_ids } })
    environment.stdout.write(`${issue.short_id} now contains ${issue.merged_issues.length + 1} issues\n`)
  })
}
