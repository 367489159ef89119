import { writeFile } from 'node:fs/promises'
import {
  cancelAgentSession,
  limits,
  listAgentSessions,
  readAgentSession,
  readSessionRecord,
  sessionStatuses,
  type SessionStatus,
} from '@signalbox/contracts'
import { Command, Option } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { addPagedOptions, nextPage, toPageQuery, type PagedOptions } from '../list-options.js'
import { runOffline } from './backup.js'
import { renderSession, sessionColumns, toSessionRow } from '../output/render-session.js'
import { writeList } from '../output/write-list.js'
import { writeText } from '../output/write-text.js'

interface JsonOptions extends ConnectionOptions {
  json: boolean
}

interface ListOptions extends PagedOptions {
  status?: SessionStatus
}

const exitCodesHelp = '\nExit codes: 0 done, 1 failed, 2 wrong usage.'

export function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .summary('List sessions, newest first')
    .addOption(new Option('--status <status>', 'Only sessions with this status').choices(sessionStatuses))
  return addPagedOptions(command, { limitDefault: limits.page.sizeDefault, limitMax: limits.page.sizeMax })
    .addHelpText('after', exitCodesHelp)
    .action(async (options: ListOptions) => {
      const { status } = options
      const query = { ...toPageQuery(options), ...(status && { status }) }
      const answer = await connect(options, environment).call(listAgentSessions, { query })
      const { sessions: items, count: total } = answer
      const next = nextPage(options, answer.next)
      const shown = { items, next, total, columns: sessionColumns, toRow: toSessionRow, empty: 'No sessions.' }
      writeList(environment, shown, options)
    })
}

export function createShowCommand(environment: CliEnvironment): Command {
  return createOne(environment, {
    name: 'show',
    summary: 'Show a session with its steps and report',
    run: async (id, options) => {
      const session = await connect(options, environment).call(readAgentSession, { params: { session_id: id } })
      return options.json ? toJson(session) : renderSession(session)
    },
  })
}

export function createCancelCommand(environment: CliEnvironment): Command {
  return createOne(environment, {
    name: 'cancel',
    summary: 'Cancel an active session; it ends without a verdict',
    run: async (id, options) => {
      const session = await connect(options, environment).call(cancelAgentSession, { params: { session_id: id } })
      return options.json ? toJson(session) : `Session ${session.session_id} is ${session.status}.\n`
    },
  })
}

interface ExportOptions extends ConnectionOptions {
  output: string
}

export function createExportCommand(environment: CliEnvironment): Command {
  const command = new Command('export')
    .alias('record')
    .summary('Export everything a session recorded to a file, for replay')
    .argument('<id>', 'Id of the session')
    .requiredOption('-o, --output <file>', 'File to write')
  return addConnectionOptions(command)
    .addHelpText('after', exitCodesHelp)
    .action(async (id: string, options: ExportOptions) => {
      const record = await connect(options, environment).call(readSessionRecord, { params: { session_id: id } })
      await writeFile(options.output, toJson(record), { mode: 0o600 })
      environment.stdout.write(`${options.output}: ${record.steps.length} steps.\n`)
    })
}

export function createReplayCommand(environment: CliEnvironment): Command {
  return new Command('replay')
    .summary('Replay a session from an exported file, and compare the reports')
    .argument('<file>', 'File written by `signalbox sessions export`')
    .addHelpText('after', '\nExit codes: 0 the reports match, 1 they differ or the replay failed, 2 wrong usage.')
    .action(async (file: string) => {
      await runOffline(environment, ['session', file])
    })
}

interface One {
  name: string
  summary: string
  /** @returns the text to print. */
  run: (id: string, options: JsonOptions) => Promise<string>
}

function createOne(environment: CliEnvironment, { name, summary, run }: One): Command {
  const command = new Command(name)
    .summary(summary)
    .argument('<id>', 'Id of the session')
    .option('--json', "Print the server's response as JSON", false)
  return addConnectionOptions(command)
    .addHelpText('after', exitCodesHelp)
    .action(async (id: string, options: JsonOptions) => {
      const text = await run(id, options)
      if (options.json) environment.stdout.write(text)
      else writeText(environment, text)
    })
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
