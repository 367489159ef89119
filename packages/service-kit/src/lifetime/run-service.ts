import { ConfigError } from '../config/read-config.js'
import { createLogger, type LogLevel } from '../logging/create-logger.js'
import type { Log } from '../logging/log.js'
import { createTerminalLines } from '../logging/terminal-lines.js'
import type { Lifecycle } from './lifecycle.js'
import { explainStartFailure } from './explain-start-failure.js'
import { runUntilSignal, type ProcessHandle } from './run-until-signal.js'

/** What a service receives in addition to its configuration. */
export interface ServiceOptions {
  log: Log
  /** Call if something is broken that only a restart can fix. */
  onFatal: (error: Error) => void
}

/** A service that is assembled but not started. */
export interface Service {
  lifecycle: Lifecycle
  /** Returns the message for the terminal once everything is running. */
  announce?: () => string
}

type Environment = Readonly<Record<string, string | undefined>>

/** The parts of `process` that are needed; only `main.ts` may access it directly. */
export interface ServiceProcess extends ProcessHandle {
  env: Environment
  stdout: { write(text: string): unknown; isTTY?: boolean }
  stderr: { write(text: string): unknown }
  /** Sets the permissions that new files do not get. */
  umask(mask: number): unknown
}

/** Everything a service writes is accessible to its owner only: files 0600, directories 0700. */
const ownerOnly = 0o077

export interface ServiceDefinition<Config extends { logLevel: LogLevel }> {
  /** Name of the service in its log. */
  name: string
  process: ServiceProcess
  /** @throws ConfigError */
  read(env: Environment): Config
  /** @throws ConfigError for inconsistent settings. */
  create(config: Config, options: ServiceOptions): Service
}

const exitCodes = { failed: 1, misconfigured: 2 }

/**
 * Runs a service until it is stopped. An invalid configuration ends the process with code 2 after reporting all faults.
 */
export async function runService<Config extends { logLevel: LogLevel }>(
  definition: ServiceDefinition<Config>,
): Promise<void> {
  const { process } = definition
  process.umask(ownerOnly)
  try {
    const config = definition.read(process.env)
    const log = createLogger({ level: config.logLevel, name: definition.name, ...logDestinationOf(process) })
    const onFatal = (error: Error) => {
      log.error({ err: error }, 'cannot continue')
      process.exit(exitCodes.failed)
    }
    const { lifecycle, announce } = definition.create(config, { log, onFatal })
    const onStarted = () => {
      log.info({}, 'ready')
      if (announce) process.stdout.write(announce())
    }
    const onFailed = (error: unknown) => {
      log.debug({ err: error }, 'could not start')
      process.stderr.write(`${definition.name} could not start: ${explainStartFailure(error)}\n`)
    }
    await runUntilSignal({ lifecycle, process, log, onStarted, onFailed })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(exitCodes.misconfigured)
  }
}

/** Programs get JSON lines, and people at a terminal get text. */
function logDestinationOf({ stdout, env }: ServiceProcess) {
  if (stdout.isTTY !== true) return {}
  return { destination: createTerminalLines(stdout, { isColored: !env['NO_COLOR'] && env['TERM'] !== 'dumb' }) }
}
