import { createAgentSession, readAgentSession, type SessionDetail, type SessionStep } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, addressOf, apiKeyOf, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { parseObjectOption } from '../parse-object-option.js'
import { CommandFailure } from '../exit-codes.js'
import { renderReport, renderStep } from '../output/render-session.js'
import { followEvents, type StreamedEvent } from '../follow-events.js'
import { writeText } from '../output/write-text.js'

interface WatchOptions extends ConnectionOptions {
  json: boolean
}

interface StartOptions extends WatchOptions {
  context?: Record<string, unknown>
  watch: boolean
}

const startHelp = `
Examples:
  signalbox sessions start "checkout answers 500 since 12:00" --watch
  signalbox sessions start "is everything well?" --context '{"service": "checkout"}'

Exit codes: 0 done (with --watch: it completed), 1 failed, 2 wrong usage.`

const watchHelp = `
Steps are printed as they finish; --json prints each event as one line of JSON.

Exit codes: 0 the session completed, 1 it failed or was cancelled, 2 wrong usage.`

export function createStartCommand(environment: CliEnvironment): Command {
  const command = new Command('start')
    .summary('Start an investigation')
    .argument('<prompt>', 'Problem or task')
    .option('--context <json>', 'Additional context, as a JSON object', parseObjectOption)
    .option('--watch', 'Follow the session until it ends', false)
    .option('--json', "Print the server's responses as JSON", false)
  return addConnectionOptions(command)
    .addHelpText('after', startHelp)
    .action(async (prompt: string, options: StartOptions) => {
      const body = { prompt, ...(options.context && { context: options.context }) }
      const created = await connect(options, environment).call(createAgentSession, { body })
      const text = options.json ? JSON.stringify(created) : `Session ${created.session_id} is ${created.status}.`
      environment.stdout.write(`${text}\n`)
      if (options.watch) await watch(created.session_id, options, environment)
    })
}

export function createWatchCommand(environment: CliEnvironment): Command {
  const command = new Command('watch')
    .summary('Follow a session until it ends')
    .argument('<id>', 'Id of the session')
    .option('--json', 'Print each event as one line of JSON', false)
  return addConnectionOptions(command)
    .addHelpText('after', watchHelp)
    .action(async (id: string, options: WatchOptions) => {
      await watch(id, options, environment)
    })
}

async function watch(id: string, options: WatchOptions, environment: CliEnvironment): Promise<void> {
  for await (const event of followSession(id, options, environment)) {
    // The data is already single-line JSON.
    if (options.json) environment.stdout.write(`{"event":${JSON.stringify(event.event)},"data":${event.data}}\n`)
    // The stream has the format described in the API document.
    else if (event.event === 'step') writeText(environment, renderStep(JSON.parse(event.data) as SessionStep))
  }
  const session = await connect(options, environment).call(readAgentSession, { params: { session_id: id } })
  if (session.status !== 'completed') throw new CommandFailure(explainEnd(session))
  if (session.report && !options.json) writeText(environment, `\n${renderReport(session.report)}`)
}

/** Yields all events until the session has ended. */
async function* followSession(
  id: string,
  options: WatchOptions,
  environment: CliEnvironment,
): AsyncIterable<StreamedEvent> {
  const base = addressOf(options, environment).replace(/\/+$/, '')
  const url = `${base}/api/v1/agent/sessions/${encodeURIComponent(id)}/events/`
  for await (const event of followEvents({ url, apiKey: apiKeyOf(options, environment) })) {
    yield event
    if (event.event === 'status') return
  }
}

function explainEnd({ session_id: id, status, failure }: SessionDetail): string {
  return `session ${id} is ${status}${failure === undefined ? '' : `: ${failure}`}`
}
