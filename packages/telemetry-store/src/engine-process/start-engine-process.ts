import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Each statement takes one, and so does ending one: more than ever run at once. */
const threads = 16
const lastWordsMax = 2_000

/** What the process may know of this one's environment, which holds secrets. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH', 'NODE_V8_COVERAGE']

/**
 * Starts a process that loads the engine and waits to be told what to open. The channel to it is a pair of sockets that nobody else can connect to; its messages are
 * structured clones, so that rows and results travel as bytes.
 */
export function startEngineProcess(): ChildProcess {
  const extension = extname(import.meta.url)
  const entry = fileURLToPath(new URL(`./engine-child${extension}`, import.meta.url))
  const known = passedOn.map((name): [string, string | undefined] => [name, env[name]])
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

/** @returns What the process wrote to standard error last; a crash of the engine tells its story there. */
export function keepLastWords(child: ChildProcess): () => string {
  let kept = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    kept = `${kept}${text}`.slice(-lastWordsMax)
  })
  return () => kept.trim()
}
