import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Starts the worker beside this file: compiled in production, TypeScript source in tests. */
export function startLogWorker(): Worker {
  const extension = extname(import.meta.url)
  const entry = new URL(`./embedded-log-worker${extension}`, import.meta.url)
  return extension === '.ts' ? startFromSource(entry) : new Worker(entry)
}

/** Threads do not inherit the TypeScript loader of the main thread, so the thread loads it first. */
function startFromSource(entry: URL): Worker {
  const loader = createRequire(import.meta.url).resolve('tsx/cjs')
  const files = [loader, fileURLToPath(entry)]
  return new Worker(files.map((file) => `require(${JSON.stringify(file)})`).join('\n'), { eval: true })
}
