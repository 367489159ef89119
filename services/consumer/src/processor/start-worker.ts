import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Starts the worker beside this file: compiled in production, TypeScript source in tests. */
export function startProcessorWorker(options: WorkerOptions): Worker {
  const extension = extname(import.meta.url)
  const entry = new URL(`./processor-worker${extension}`, import.meta.url)
  return extension === '.ts' ? startFromSource(entry, options) : new Worker(entry, options)
}

/** Threads do not inherit the TypeScript loader of the main thread, so the thread loads it first. */
function startFromSource(entry: URL, options: WorkerOptions): Worker {
  const loader = createRequire(import.meta.url).resolve('tsx/cjs')
  const files = [loader, fileURLToPath(entry)]
  const code = files.map((file) => `require(${JSON.stringify(file)})`).join('\n')
  return new Worker(code, { ...options, eval: true })
}
