import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from './eventually.js'
import { findFreePorts } from './free-ports.js'

const mainFile = fileURLToPath(new URL('../../services/signalbox/dist/main.js', import.meta.url))
/** A failing process exits by itself: this is for hanging ones, even on a slow machine. */
const readyWithinMs = 120_000

export interface SignalboxOptions {
  /** Directory with data of an earlier process; by default a new one, removed at the end. */
  dataDirectory?: string
  env?: Record<string, string>
}

export interface Project {
  id: string
  name: string
  dsn: string
  /** Project number and public key of the DSN. */
  number: number
  publicKey: string
}

/** A built installation in its own process, on free loopback ports. */
export interface SignalboxProcess {
  readonly url: string
  readonly adminUrl: string
  readonly apiKey: string
  readonly dataDirectory: string
  readonly pid: number
  /** All output to stdout and stderr so far. */
  output(): string
  /** Calls the API with the key; JSON in, JSON out. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; headers: Headers; body: unknown }>
  get<T>(path: string): Promise<T>
  createProject(name: string): Promise<Project>
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** Stops the process and removes a data directory created for it. */
  dispose(): Promise<void>
}

const apiKey = 'test-key-with-all-scopes-0001'

/** Starts a built installation and waits until it is ready. Rejects with its output if it fails. */
export async function startSignalbox(options: SignalboxOptions = {}): Promise<SignalboxProcess> {
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'signalbox-')))
  const [port, adminPort] = await findFreePorts(2)
  const scheme = options.env?.['SIGNALBOX_TLS_CERT'] === undefined ? 'http' : 'https'
  const url = `${scheme}://127.0.0.1:${String(port)}`
  const adminUrl = `http://127.0.0.1:${String(adminPort)}`
  const child = spawn(process.execPath, [mainFile], {
    env: {
      PATH: process.env['PATH'] ?? '',
      SIGNALBOX_PORT: String(port),
      SIGNALBOX_ADMIN_PORT: String(adminPort),
      SIGNALBOX_DATA_DIR: dataDirectory,
      SIGNALBOX_BOOTSTRAP_API_KEY: apiKey,
      SIGNALBOX_INGEST_RATE_LIMIT_PER_MINUTE: '10000000',
      SIGNALBOX_QUERY_RATE_LIMIT_PER_MINUTE: '10000000',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collectOutput(child)
  const running = createHandle(child, { url, adminUrl, dataDirectory, output, ownsData: !options.dataDirectory })
  try {
    await waitUntilReady(child, adminUrl)
  } catch (error) {
    await running.kill()
    throw new Error(`${String(error)}\n${output()}`, { cause: error })
  }
  return running
}

interface HandleParts {
  url: string
  adminUrl: string
  dataDirectory: string
  output: () => string
  ownsData: boolean
}

function createHandle(child: ChildProcess, parts: HandleParts): SignalboxProcess {
  const exited = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    if (!hasEnded(child)) child.kill(signal)
    await exited
  }
  const call: SignalboxProcess['call'] = async (method, path, body) => {
    const res = await fetch(parts.url + path, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    const text = await res.text()
    return { status: res.status, headers: res.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    url: parts.url,
    adminUrl: parts.adminUrl,
    dataDirectory: parts.dataDirectory,
    apiKey,
    pid: child.pid ?? 0,
    output: parts.output,
    call,
    get: async <T>(path: string) => {
      const { status, body } = await call('GET', path)
      if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
      return body as T
    },
    createProject: async (name) => {
      const { status, body } = await call('POST', '/api/v1/telemetry/projects/', { name })
      if (status !== 201) throw new Error(`project not created: ${status} ${JSON.stringify(body)}`)
      const project = body as Omit<Project, 'number' | 'publicKey'>
      const dsn = new URL(project.dsn)
      return { ...project, number: Number(dsn.pathname.split('/').pop()), publicKey: dsn.username }
    },
    stop: async () => {
      await end('SIGTERM')
      return child.exitCode
    },
    kill: () => end('SIGKILL'),
    dispose: async () => {
      await end('SIGTERM')
      if (parts.ownsData) await rm(parts.dataDirectory, { recursive: true, force: true })
    },
  }
}

function collectOutput(child: ChildProcess): () => string {
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString()
}

async function waitUntilReady(child: ChildProcess, adminUrl: string): Promise<void> {
  const closed = once(child, 'close')
  await eventually(
    async () => {
      if (hasEnded(child)) return
      const res = await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(2_000) })
      if (res.status !== 200) throw new Error(`not ready: ${await res.text()}`)
    },
    { withinMs: readyWithinMs, everyMs: 25 },
  )
  if (!hasEnded(child)) return
  // The last output may arrive after the process has exited.
  await closed
  throw new Error('ended while starting')
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
