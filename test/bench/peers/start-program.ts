import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'

export interface RunningProgram {
  pids: readonly number[]
  /** SIGTERM; resolves when it has ended. */
  end(): Promise<void>
}

/** Starts a server; its output is dropped. */
export function startProgram(command: string, args: readonly string[], options: SpawnOptions = {}): RunningProgram {
  const child = spawn(command, [...args], { ...options, stdio: 'ignore' })
  const ended = once(child, 'exit')
  return {
    pids: child.pid === undefined ? [] : [child.pid],
    end: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
