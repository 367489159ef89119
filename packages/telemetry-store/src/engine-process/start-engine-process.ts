import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Every statement takes one thread, and so does killing one: more than ever run at once. */
const threads = 16
const outputTailMax = 2_000

/** Environment variables that the process inherits; others may hold secrets. */
const inheritedVariables = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH', 'NODE_V8_COVERAGE']

/**
 * Starts a process that loads the engine and waits for an `open` message. The channel to it is a socket pair that
 * nobody else can connect to. Messages are structured clones, so rows and results travel as bytes.
 */
export function startEngineProcess(): ChildProcess {
  const extension = extname(import.meta.url)
  const entry = fileURLToPath(new URL(`./engine-child${extension}`, import.meta.url))
  const known = inheritedVariables.map((name): [string, string | undefined] => [name, env[name]])
  return fork(entry, [], {
    env: { ...Object.fromEntries(known), UV_THREADPOOL_SIZE: String(threads) },
    execArgv: extension === '.ts' ? sourceFlags() : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

function sourceFlags(): string[] {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  return [`--import=${loader}`, '--conditions=@signalbox/source']
}

/**
 * @returns a function that returns the process's last output on standard error, which describes a crash of the engine.
 */
export function captureOutputTail(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = `${tail}${text}`.slice(-outputTailMax)
  })
  return () => tail.trim()
}
