import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The part of the installation that works on a data directory; the command line itself opens no database. */
const program = fileURLToPath(new URL('../../signalbox/dist/offline/main.js', import.meta.url))

/** Runs it with the terminal of this process. @returns whether it did what it was asked for. */
export async function runOfflineProgram(execPath: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(execPath, [program, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
