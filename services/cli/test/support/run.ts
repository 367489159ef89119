import { Readable } from 'node:stream'

/** The result of a command line. */
export interface Outcome {
  code: number
  out: string
  err: string
}

export interface RunOptions {
  env?: Record<string, string>
  /** Width of the terminal. */
  columns?: number
  /** Replaces the program that works on data directories. */
  runOffline?: (args: readonly string[]) => Promise<boolean>
  /** Replaces the started installation. */
  startServer?: (settings: Readonly<Record<string, string>>) => Promise<void>
  /** Contents of standard input. */
  input?: string
  /** Unix milliseconds. Default: `now`. */
  clock?: () => number
}

/** The commands' current time by default. */
export const now = Date.parse('2026-06-01T00:00:00.000Z')

/** Runs one command line in this process. */
export async function run(args: readonly string[], options: RunOptions = {}) {
  const { env = {}, columns, input = '', runOffline = () => Promise.resolve(false) } = options
  const { startServer = () => Promise.resolve(), clock = () => now } = options
  const outcome: Outcome = { code: -1, out: '', err: '' }
  // Imported like the commands do: a top-level import in a test may be another copy of the module.
  const { runCli } = await import('@signalbox/cli')
  outcome.code = await runCli({
    args,
    env,
    stdin: Readable.from([Buffer.from(input)]),
    stdout: { columns, write: (text) => (outcome.out += text) },
    stderr: { write: (text) => (outcome.err += text) },
    runOffline,
    startServer,
    clock,
  })
  return outcome
}
