import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const builder = fileURLToPath(new URL('../../../deploy/build-cluster-agent.ts', import.meta.url))

/** The agent for clusters and hosts in a process of its own. */
export interface ClusterAgentProcess {
  readonly pid: number
  /** Everything written to standard output and standard error so far. */
  output(): string
  /** Waits until the process ends by itself, and resolves with the exit code. */
  ended(): Promise<number | null>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
}

/** Builds the artifacts. @returns Their paths: the bundle for Node, and the program that needs none, if asked for. */
export async function buildClusterAgent(options: { executable: boolean }): Promise<string[]> {
  const args = ['--import', 'tsx', '--conditions=@signalbox/source', builder]
  const { stdout } = await run(process.execPath, [...args, ...(options.executable ? ['--executable'] : [])])
  return stdout.trim().split('\n')
}

/** @param command The program and its arguments. @param env In place of the environment of this process. */
export function startClusterAgent(command: readonly string[], env: Record<string, string>): ClusterAgentProcess {
  const [program = '', ...args] = command
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const exited = once(child, 'close')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
  }
  return {
    pid: child.pid ?? 0,
    output: () => Buffer.concat(chunks).toString(),
    ended: async () => {
      await exited
      return child.exitCode
    },
    stop: async () => {
      await end('SIGTERM')
      return child.exitCode
    },
    kill: () => end('SIGKILL'),
  }
}
