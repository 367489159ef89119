import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { eventually } from '../eventually.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const readyWithinMs = 120_000

export interface ServiceProcessOptions {
  /** Folder in `services`. */
  name: string
  env: Readonly<Record<string, string>>
  /** Responds with 200 once the service is ready. */
  readyUrl: string
}

/** A built service in its own process, which can be stopped and restarted with the same settings. */
export interface ServiceProcess {
  readonly name: string
  readonly pid: number
  /** All of its output, including that of earlier processes. */
  output(): string
  /** Starts the process and waits until it is ready. Rejects with its output if it fails. */
  start(): Promise<void>
  /** SIGTERM. @returns the exit code. */
  stop(): Promise<number | null>
  /** kill -9. */
  kill(): Promise<void>
}

/** Does not start it yet. */
export function createServiceProcess(options: ServiceProcessOptions): ServiceProcess {
  const { name } = options
  const written: string[] = []
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    if (ending && ending.exitCode === null && ending.signalCode === null) {
      ending.kill(signal)
      await once(ending, 'exit')
    }
    return ending?.exitCode ?? null
  }
  return {
    name,
    get pid() {
      return child?.pid ?? 0
    },
    output: () => written.join(''),
    start: async () => {
      const started = spawnService(options)
      child = started
      const closed = once(started, 'close')
      for (const stream of [started.stdout, started.stderr]) {
        stream?.on('data', (chunk: Buffer) => written.push(chunk.toString()))
      }
      await waitUntilReady(started, options.readyUrl)
      if (!hasEnded(started)) return
      // The last output may arrive after the process has exited.
      await closed
      throw new Error(`${name} ended while it started:\n${written.join('')}`)
    },
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL')
    },
  }
}

function spawnService({ name, env }: ServiceProcessOptions): ChildProcess {
  return spawn(process.execPath, [`services/${name}/dist/main.js`], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function waitUntilReady(child: ChildProcess, readyUrl: string): Promise<void> {
  await eventually(
    async () => {
      if (hasEnded(child)) return
      const res = await fetch(readyUrl, { signal: AbortSignal.timeout(5_000) })
      if (res.status !== 200) throw new Error(`not ready: ${await res.text()}`)
    },
    { withinMs: readyWithinMs, everyMs: 50 },
  )
}
