import { ConfigError } from '../config/read-config.js'
import { createLogger, type LogLevel } from '../logging/create-logger.js'
import type { Log } from '../logging/log.js'
import type { Lifecycle } from './lifecycle.js'
import { explainStartFailure } from './explain-start-failure.js'
import { runUntilSignal, type ProcessHandle } from './run-until-signal.js'

/** What a service is given besides its configuration. */
export interface ServiceOptions {
  log: Log
  /** Something is broken that only a new start can fix. */
  onFatal: (error: Error) => void
}

/** A service that is put together and not started yet. */
export interface Service {
  lifecycle: Lifecycle
  /** What to tell the operator at the terminal once everything runs. */
  announce?: () => string
}

type Environment = Readonly<Record<string, string | undefined>>

/** What is needed of `process`, which only `main.ts` may touch. */
export interface ServiceProcess extends ProcessHandle {
  env: Environment
  stdout: { write(text: string): unknown }
  stderr: { write(text: string): unknown }
  /** Sets which permissions new files do not get. */
  umask(mask: number): unknown
}

/** Whatever a service writes is its own: files 0600, directories 0700. */
const ownerOnly = 0o077

export interface ServiceDefinition<Config extends { logLevel: LogLevel }> {
  /** Names the service in its log. */
  name: string
  process: ServiceProcess
  /** @throws ConfigError */
  read(env: Environment): Config
  /** @throws ConfigError for settings that do not go together. */
  create(config: Config, options: ServiceOptions): Service
}

const exitCodes = { failed: 1, misconfigured: 2 }

/** Runs a service until it is told to stop. A configuration with faults ends the process with code 2, all faults told. */
export async function runService<Config extends { logLevel: LogLevel }>(
  definition: ServiceDefinition<Config>,
): Promise<void> {
  const { process } = definition
  process.umask(ownerOnly)
  try {
    const config = definition.read(process.env)
    const log = createLogger({ level: config.logLevel, name: definition.name })
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
