import type { Readable } from 'node:stream'

/** A text sink, such as `process.stdout`. */
export interface TextOutput {
  write(text: string): unknown
  /** Terminal width in characters; missing if the output is a file or a pipe. */
  columns?: number | undefined
}

/** Everything outside the program that commands use. */
export interface CliEnvironment {
  /** Arguments after the program's name. */
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  stdin: Readable
  stdout: TextOutput
  stderr: TextOutput
  /**
   * Runs a task such as `backup` on a data directory. `args` are the task, the directory, and the task's own arguments;
   * instead of the directory, `evaluate` has a folder of session records, and `session` the file of one. Resolves to
   * true if the task succeeded.
   */
  runOffline: (args: readonly string[]) => Promise<boolean>
  /**
   * Runs an installation in this process, with these variables in addition to those of `env`. Resolves once it has
   * started.
   */
  startServer: (settings: Readonly<Record<string, string>>) => Promise<void>
  /** Unix time in milliseconds. */
  clock: () => number
}
