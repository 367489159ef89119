import { ApiConnectionError, ApiError } from '@signalbox/api-client'
import { CommanderError } from 'commander'
import { commandAliases, commands } from './commands.js'
import type { CliEnvironment } from './environment.js'
import { AlreadyReported, CommandFailure, UsageError, exitCodes, type ExitCode } from './exit-codes.js'
import { createProgram } from './program.js'

/**
 * Runs one command line. Errors are reported as messages on standard error, never thrown and never with a stack trace.
 * @returns the exit code: 0 success, 1 failure, 2 wrong usage.
 */
export async function runCli(environment: CliEnvironment): Promise<ExitCode> {
  try {
    const program = await createProgram(environment, neededCommands(environment.args))
    await program.parseAsync([...environment.args], { from: 'user' })
    return exitCodes.ok
  } catch (error) {
    // Commander has already printed its message or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    if (!(error instanceof AlreadyReported)) environment.stderr.write(`signalbox: ${explain(error)}\n`)
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failed
  }
}

/** The command to load; all commands if they are needed to list, complete or suggest one. */
function neededCommands([given = '']: readonly string[]): string[] | undefined {
  const first = Object.hasOwn(commandAliases, given) ? (commandAliases[given] ?? given) : given
  if (first === '--version' || first === '-V') return []
  return Object.hasOwn(commands, first) && first !== 'completion' ? [first] : undefined
}

function explain(error: unknown): string {
  if (error instanceof ApiError) return explainRefusal(error)
  const isExpected =
    error instanceof CommandFailure || error instanceof UsageError || error instanceof ApiConnectionError
  if (isExpected) return error.message
  return `unexpected error: ${error instanceof Error ? error.message : String(error)}`
}

function explainRefusal({ status, message, problem, retryAfterSeconds }: ApiError): string {
  if (status === 401) return 'the API key was rejected (401): check SIGNALBOX_API_KEY or --api-key'
  const faults = (problem?.errors ?? []).map(({ name, detail }) => `\n  ${name} ${detail}`)
  const wait = retryAfterSeconds === undefined ? '' : `; try again in ${retryAfterSeconds} s`
  return `${message} (${status})${wait}${faults.join('')}`
}
