import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CommandFailure } from './exit-codes.js'

/** The program that runs each task, as a path relative to the services. */
const programs: Readonly<Record<string, string>> = {
  evaluate: 'agent/dist/replay/main.js',
  promote: 'signalbox/dist/promote/main.js',
  session: 'agent/dist/replay/main.js',
  replay: 'consumer/dist/replay/main.js',
}

/** Runs a part of the installation on a data directory; the command line itself opens no database. */
export interface OfflineRun {
  execPath: string
  /** The task and its arguments; see `CliEnvironment`. */
  args: readonly string[]
}

/**
 * It inherits this process's terminal.
 * @returns whether it succeeded, failed, or was interrupted by Ctrl-C.
 * @throws CommandFailure if only the command line is installed.
 */
export async function runOfflineProgram({ execPath, args }: OfflineRun): Promise<'done' | 'failed' | 'interrupted'> {
  const program = requireProgram(programs[args[0] ?? ''] ?? 'signalbox/dist/offline/main.js')
  const child = spawn(execPath, [fileURLToPath(program), ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  await once(child, 'exit')
  if (child.signalCode === 'SIGINT') return 'interrupted'
  return child.exitCode === 0 ? 'done' : 'failed'
}

/**
 * Starts the installation in this process, which then belongs to it: it handles the signals and sets the exit code.
 * @throws CommandFailure if only the command line is installed.
 */
export async function importServer(): Promise<void> {
  await import(requireProgram('signalbox/dist/main.js').href)
}

/** @param path Relative to the services. */
function requireProgram(path: string): URL {
  const url = new URL(`../../${path}`, import.meta.url)
  if (existsSync(url)) return url
  throw new CommandFailure(
    'this command requires an installation of Signalbox on this machine: run it there with npx signalbox',
  )
}
