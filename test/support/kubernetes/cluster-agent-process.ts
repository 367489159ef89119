import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const builder = fileURLToPath(new URL('../../../deploy/build-cluster-agent.ts', import.meta.url))

/** The cluster agent in its own process. */
export interface ClusterAgentProcess {
  readonly pid: number
  /** All output to stdout and stderr so far. */
  output(): string
  /** Waits until the process exits by itself. Resolves to the exit code. */
  ended(): Promise<number | null>
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
}

/**
 * Builds the artifacts.
 * @returns their paths: the bundle for Node and, if requested, the standalone executable.
 */
export async function buildClusterAgent(options: { executable: boolean }): Promise<string[]> {
  const args = ['--import', 'tsx', '--conditions=@signalbox/source', builder]
  const { stdout } = await run(process.execPath, [...args, ...(options.executable ? ['--executable'] : [])])
  return stdout.trim().split('\n')
}

/**
 * @param command program and arguments.
 * @param env replaces this process's environment.
 */
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
