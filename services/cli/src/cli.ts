import { ApiConnectionError, ApiError } from '@signalbox/api-client'
import { Command, CommanderError } from 'commander'
import { createAlertRulesCommand } from './commands/alert-rules.js'
import { createAlertsCommand } from './commands/alerts.js'
import { createApiKeysCommand } from './commands/api-keys.js'
import { createBackupCommand } from './commands/backup.js'
import { createChangesCommand } from './commands/changes.js'
import { createChannelsCommand } from './commands/channels.js'
import { createDeadLettersCommand } from './commands/dead-letters.js'
import { createDeploymentsCommand } from './commands/deployments.js'
import { createErrorsCommand } from './commands/errors.js'
import { createIncidentCommand } from './commands/incident.js'
import { createInvestigatorCommand } from './commands/investigator.js'
import { createIssuesCommand } from './commands/issues.js'
import { createMcpCommand } from './commands/mcp.js'
import { createProjectsCommand } from './commands/projects.js'
import { createPromoteCommand } from './commands/promote.js'
import { createRepositoriesCommand } from './commands/repositories.js'
import { createReplayCommand } from './commands/replay.js'
import { createRestoreCommand } from './commands/restore.js'
import { createResetPasswordCommand } from './commands/reset-password.js'
import { createRotateSecretKeyCommand } from './commands/rotate-secret-key.js'
import { createSessionsCommand } from './commands/sessions.js'
import { createSourceMapsCommand } from './commands/sourcemaps.js'
import { createStartCommand } from './commands/start.js'
import { createWorkflowsCommand } from './commands/workflows.js'
import type { CliEnvironment } from './environment.js'
import { CommandFailure, UsageError, exitCodes, type ExitCode } from './exit-codes.js'

/** In the order in which the help lists them. */
const commands = [
  createStartCommand,
  createErrorsCommand,
  createIssuesCommand,
  createSessionsCommand,
  createInvestigatorCommand,
  createIncidentCommand,
  createDeploymentsCommand,
  createChangesCommand,
  createProjectsCommand,
  createRepositoriesCommand,
  createSourceMapsCommand,
  createApiKeysCommand,
  createWorkflowsCommand,
  createChannelsCommand,
  createAlertsCommand,
  createAlertRulesCommand,
  createMcpCommand,
  createDeadLettersCommand,
  createReplayCommand,
  createBackupCommand,
  createPromoteCommand,
  createRestoreCommand,
  createRotateSecretKeyCommand,
  createResetPasswordCommand,
]

/**
 * Runs one command line. Faults are told in words on standard error, never thrown and never with a stack trace.
 * @returns The exit code: 0 done, 1 failed, 2 wrong usage.
 */
export async function runCli(environment: CliEnvironment): Promise<ExitCode> {
  try {
    await createProgram(environment).parseAsync([...environment.args], { from: 'user' })
    return exitCodes.ok
  } catch (error) {
    // Commander has written its own message, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    environment.stderr.write(`signalbox: ${explain(error)}\n`)
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failed
  }
}

function createProgram(environment: CliEnvironment): Command {
  const { stdout, stderr } = environment
  const output = {
    writeOut: (text: string) => void stdout.write(text),
    writeErr: (text: string) => void stderr.write(text),
    getOutHelpWidth: () => stdout.columns ?? 100,
    getErrHelpWidth: () => stderr.columns ?? 100,
  }
  const program = new Command('signalbox')
    .description('Run, query and manage a Signalbox installation.')
    .exitOverride()
    .configureOutput(output)
    .showHelpAfterError('(see --help for usage)')
  for (const create of commands) adopt(program, create(environment))
  return program
}

/** Commander hands settings on to commands only that it makes itself. */
function adopt(parent: Command, command: Command): void {
  parent.addCommand(command.copyInheritedSettings(parent))
  for (const child of command.commands) child.copyInheritedSettings(command)
}

function explain(error: unknown): string {
  if (error instanceof ApiError) return explainRefusal(error)
  const isExpected =
    error instanceof CommandFailure || error instanceof UsageError || error instanceof ApiConnectionError
  if (isExpected) return error.message
  return `unexpected failure: ${error instanceof Error ? error.message : String(error)}`
}

function explainRefusal({ status, message, problem }: ApiError): string {
  if (status === 401) return 'the API key was not accepted (401): check SIGNALBOX_API_KEY or --api-key'
  const faults = (problem?.errors ?? []).map(({ name, detail }) => `\n  ${name} ${detail}`)
  return `${message} (${status})${faults.join('')}`
}
