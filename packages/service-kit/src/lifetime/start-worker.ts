import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker thread: compiled in production, TypeScript source in tests.
 * @param name The worker's file name without extension, in the directory of the starting module.
 * @param besideUrl `import.meta.url` of that module.
 */
export function startWorker(name: string, besideUrl: string, options: WorkerOptions = {}): Worker {
  const extension = extname(besideUrl)
  const entry = new URL(`./${name}${extension}`, besideUrl)
  return extension === '.ts' ? startFromSource(entry, options) : new Worker(entry, options)
}

/** Threads do not inherit the main thread's TypeScript loader, so the thread loads it first. */
function startFromSource(entry: URL, options: WorkerOptions): Worker {
  const loader = createRequire(import.meta.url).resolve('tsx/cjs')
  const files = [loader, fileURLToPath(entry)]
  const code = files.map((file) => `require(${JSON.stringify(file)})`).join('\n')
  return new Worker(code, { ...options, eval: true })
}
