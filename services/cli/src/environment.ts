import type { Readable } from 'node:stream'

/** Text goes here; `process.stdout` is one. */
export interface TextOutput {
  write(text: string): unknown
  /** Width of the terminal in characters; absent when the output is a file or a pipe. */
  columns?: number | undefined
}

/** Everything a command touches outside of itself. */
export interface CliEnvironment {
  /** Arguments after the program's name. */
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  stdin: Readable
  stdout: TextOutput
  stderr: TextOutput
  /**
   * Works on a data directory: a task such as `backup`, the directory, and what the task takes besides; `evaluate` takes a folder of records instead, `session` the file of one. Whether it was
   * done.
   */
  runOffline: (args: readonly string[]) => Promise<boolean>
  /** Runs an installation in this process, with these variables besides those of `env`. Resolves once it has started. */
  startServer: (settings: Readonly<Record<string, string>>) => Promise<void>
  /** Unix time in milliseconds. */
  clock: () => number
}
