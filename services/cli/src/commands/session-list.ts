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
import { renderSession, sessionColumns, toSessionRow } from '../render-session.js'
import { writeList } from '../write-list.js'
import { writeText } from '../write-text.js'

interface JsonOptions extends ConnectionOptions {
  json: boolean
}

interface ListOptions extends PagedOptions {
  status?: SessionStatus
}

const exitCodesHelp = '\nExit codes: 0 done, 1 failed, 2 wrong usage.'

export function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .summary('list sessions, newest first')
    .addOption(new Option('--status <status>', 'only sessions of this status').choices(sessionStatuses))
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
    summary: 'show a session with its steps and report',
    run: async (id, options) => {
      const session = await connect(options, environment).call(readAgentSession, { params: { session_id: id } })
      return options.json ? toJson(session) : renderSession(session)
    },
  })
}

export function createCancelCommand(environment: CliEnvironment): Command {
  return createOne(environment, {
    name: 'cancel',
    summary: 'end an active session without a verdict',
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
    .summary('write all that a session recorded to a file, for replaying it')
    .argument('<id>', 'session')
    .requiredOption('-o, --output <file>', 'file to write')
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
    .summary('do a session again from such a file, and compare the reports')
    .argument('<file>', 'file that `signalbox sessions export` wrote')
    .addHelpText('after', '\nExit codes: 0 the report is the same, 1 it differs or failed, 2 wrong usage.')
    .action(async (file: string) => {
      await runOffline(environment, ['session', file])
    })
}

interface One {
  name: string
  summary: string
  /** @returns what is printed. */
  run: (id: string, options: JsonOptions) => Promise<string>
}

function createOne(environment: CliEnvironment, { name, summary, run }: One): Command {
  const command = new Command(name)
    .summary(summary)
    .argument('<id>', 'session')
    .option('--json', 'print the answer of the server as JSON', false)
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
