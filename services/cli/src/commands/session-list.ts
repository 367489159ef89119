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
import { Command, InvalidArgumentError, Option } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { renderSession, renderSessionTable } from '../render-session.js'

interface JsonOptions extends ConnectionOptions {
  json: boolean
}

interface ListOptions extends JsonOptions {
  status?: SessionStatus
  page: number
  pageSize: number
}

const exitCodesHelp = '\nExit codes: 0 done, 1 failed, 2 wrong usage.'

export function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .summary('list sessions, newest first')
    .addOption(new Option('--status <status>', 'only sessions of this status').choices(sessionStatuses))
    .option('--page <number>', 'page, from 1', readCount, 1)
    .option(
      '--page-size <count>',
      `sessions on a page, at most ${limits.page.sizeMax}`,
      readCount,
      limits.page.sizeDefault,
    )
    .option('--json', 'print the answer of the server as JSON', false)
  return addConnectionOptions(command)
    .addHelpText('after', exitCodesHelp)
    .action(async (options: ListOptions) => {
      const { stdout, stderr } = environment
      const { status, page, pageSize: page_size } = options
      const query = { page, page_size, ...(status && { status }) }
      const answer = await connect(options, environment).call(listAgentSessions, { query })
      if (options.json) stdout.write(toJson(answer))
      else if (answer.sessions.length === 0) stdout.write('No sessions.\n')
      else stdout.write(renderSessionTable(answer.sessions, stdout.columns))
      if (answer.next !== null && !options.json) stderr.write(`${answer.count} sessions in all; --page shows more.\n`)
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

interface RecordOptions extends ConnectionOptions {
  output: string
}

export function createRecordCommand(environment: CliEnvironment): Command {
  const command = new Command('record')
    .summary('write all that a session recorded to a file, for replaying it')
    .argument('<id>', 'session')
    .requiredOption('-o, --output <file>', 'file to write')
  return addConnectionOptions(command)
    .addHelpText('after', exitCodesHelp)
    .action(async (id: string, options: RecordOptions) => {
      const record = await connect(options, environment).call(readSessionRecord, { params: { session_id: id } })
      await writeFile(options.output, toJson(record), { mode: 0o600 })
      environment.stdout.write(`${options.output}: ${record.steps.length} steps.\n`)
    })
}

interface One {
  name: string
  summary: string
  /** @returns what is printed. */
  run: (id: string, options: JsonOptions) => Promise<string>
}

function createOne({ stdout }: CliEnvironment, { name, summary, run }: One): Command {
  const command = new Command(name)
    .summary(summary)
    .argument('<id>', 'session')
    .option('--json', 'print the answer of the server as JSON', false)
  return addConnectionOptions(command)
    .addHelpText('after', exitCodesHelp)
    .action(async (id: string, options: JsonOptions) => {
      stdout.write(await run(id, options))
    })
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a positive integer.')
}
