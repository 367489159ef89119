import { Readable } from 'node:stream'

/** What a command line left behind. */
export interface Outcome {
  code: number
  out: string
  err: string
}

export interface RunOptions {
  env?: Record<string, string>
  /** Width of the terminal. */
  columns?: number
  /** Stands in for the program that works on data directories. */
  runOffline?: (args: readonly string[]) => Promise<boolean>
  /** Stands in for the installation that is started. */
  startServer?: (settings: Readonly<Record<string, string>>) => Promise<void>
  /** What stands on standard input. */
  input?: string
}

/** The time that commands take it to be. */
export const now = Date.parse('2026-06-01T00:00:00.000Z')

/** Runs one command line in this process. */
export async function run(args: readonly string[], options: RunOptions = {}) {
  const { env = {}, columns, input = '', runOffline = () => Promise.resolve(false) } = options
  const { startServer = () => Promise.resolve() } = options
  const outcome: Outcome = { code: -1, out: '', err: '' }
  // As its commands are: what is imported at the top of a test may be another copy of the same module.
  const { runCli } = await import('@signalbox/cli')
  outcome.code = await runCli({
    args,
    env,
    stdin: Readable.from([Buffer.from(input)]),
    stdout: { columns, write: (text) => (outcome.out += text) },
    stderr: { write: (text) => (outcome.err += text) },
    runOffline,
    startServer,
    clock: () => now,
  })
  return outcome
}
