import type { ApiClient } from '@signalbox/api-client'
import { changeIssues, isUuid, listMembers, type IssueChange } from '@signalbox/contracts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure } from '../exit-codes.js'
import { findIssueIds } from '../issue-ids.js'
import { renderStates } from '../output/render-issues.js'

interface ResolveOptions extends ConnectionOptions {
  inRelease?: string | true
  inNextRelease: boolean
}

interface ArchiveOptions extends ConnectionOptions {
  forever: boolean
  until?: string
  events?: number
}

/** `signalbox issues resolve`, `unresolve`, `archive` and `assign`. */
export function createIssueChangeCommands(environment: CliEnvironment): Command[] {
  return [
    createResolve(environment),
    createUnresolve(environment),
    createArchive(environment),
    createAssign(environment),
  ]
}

const issuesArgument = ['<issues...>', 'Short ids or ids of the issues'] as const

function createResolve(environment: CliEnvironment): Command {
  const command = new Command('resolve')
    .description('Resolve issues; they reopen if they recur')
    .argument(...issuesArgument)
    .addOption(
      new Option('--in-release [release]', 'Release that fixes the issues (default: the newest)').conflicts(
        'inNextRelease',
      ),
    )
    .option('--in-next-release', 'Fixed in the release after the newest one', false)
  return addConnectionOptions(command).action(async (issues: string[], options: ResolveOptions) => {
    await changeAll(issues, options, { environment, change: toResolution(options) })
  })
}

function toResolution({ inRelease, inNextRelease }: ResolveOptions): IssueChange {
  if (inNextRelease) return { status: 'resolved', resolve_in: 'next_release' }
  if (inRelease === undefined) return { status: 'resolved' }
  return { status: 'resolved', resolve_in: 'release', ...(inRelease !== true && { release: inRelease }) }
}

function createUnresolve(environment: CliEnvironment): Command {
  const command = new Command('unresolve').description('Reopen resolved or archived issues').argument(...issuesArgument)
  return addConnectionOptions(command).action(async (issues: string[], options: ConnectionOptions) => {
    await changeAll(issues, options, { environment, change: { status: 'unresolved' } })
  })
}

function createArchive(environment: CliEnvironment): Command {
  const command = new Command('archive')
    .description('Archive issues until they escalate, or as the options specify')
    .argument(...issuesArgument)
    .addOption(new Option('--forever', 'Archive forever').default(false).conflicts(['until', 'events']))
    .addOption(new Option('--until <time>', 'Archive until this time, ISO 8601').conflicts('events'))
    .option('--events <number>', 'Archive until this many further events', readCount)
  return addConnectionOptions(command).action(async (issues: string[], options: ArchiveOptions) => {
    await changeAll(issues, options, { environment, change: toArchive(options) })
  })
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number of events.')
}

function toArchive({ forever, until, events }: ArchiveOptions): IssueChange {
  if (forever) return { status: 'archived', archive_until: 'forever' }
  if (until !== undefined) return { status: 'archived', archive_until: 'time', until_time: until }
  if (events !== undefined) return { status: 'archived', archive_until: 'events', events }
  return { status: 'archived' }
}

function createAssign(environment: CliEnvironment): Command {
  const command = new Command('assign')
    .description('Assign issues')
    .argument('<member>', 'E-mail address or id of a member, or `none`')
    .argument(...issuesArgument)
  return addConnectionOptions(command).action(async (who: string, issues: string[], options: ConnectionOptions) => {
    const assignee_id = await findMember(connect(options, environment), who)
    await changeAll(issues, options, { environment, change: { assignee_id } })
  })
}

async function findMember(client: ApiClient, who: string): Promise<string | null> {
  if (who === 'none') return null
  if (isUuid(who)) return who
  const { members } = await client.call(listMembers, {})
  const member = members.find(({ email }) => email.toLowerCase() === who.toLowerCase())
  if (member === undefined) throw new CommandFailure(`no member has the address ${who}`)
  return member.id
}

async function changeAll(
  names: readonly string[],
  options: ConnectionOptions,
  { environment, change }: { environment: CliEnvironment; change: IssueChange },
): Promise<void> {
  const client = connect(options, environment)
  const issue_ids = await findIssueIds(client, names)
  const { issues } = await client.call(changeIssues, { body: { issue_ids, change } })
  environment.stdout.write(renderStates(issues))
}
