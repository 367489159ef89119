import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Which program runs a task, as a path below the services. */
const programs: Readonly<Record<string, string>> = {
  evaluate: 'agent/dist/replay/main.js',
  promote: 'signalbox/dist/promote/main.js',
  session: 'agent/dist/replay/main.js',
  replay: 'consumer/dist/replay/main.js',
}
const urlOf = (program: string) => new URL(`../../${program}`, import.meta.url)
const programOf = (task = '') => fileURLToPath(urlOf(programs[task] ?? 'signalbox/dist/offline/main.js'))

/** Runs a part of the installation that works on a data directory; the command line itself opens no database. */
export interface OfflineRun {
  execPath: string
  /** The task and what belongs to it; see `CliEnvironment`. */
  args: readonly string[]
}

/** It has the terminal of this process. @returns whether it did what it was asked for, or was interrupted by Ctrl-C. */
export async function runOfflineProgram({ execPath, args }: OfflineRun): Promise<'done' | 'failed' | 'interrupted'> {
  const program = programOf(args[0])
  const child = spawn(execPath, [program, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  await once(child, 'exit')
  if (child.signalCode === 'SIGINT') return 'interrupted'
  return child.exitCode === 0 ? 'done' : 'failed'
}

/** Starts the installation in this process, which is then its own: it takes the signals and ends with its exit codes. */
export async function importServer(): Promise<void> {
  await import(urlOf('signalbox/dist/main.js').href)
}
