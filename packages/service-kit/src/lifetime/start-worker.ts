import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import type * as Esbuild from 'esbuild'

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

const bundles = new Map<string, string>()

/**
 * Threads do not inherit the main thread's TypeScript loader. Bundling takes a twentieth of the time in which a thread
 * would load a thousand sources one by one.
 */
function startFromSource(entry: URL, options: WorkerOptions): Worker {
  const bundle = bundles.get(entry.href) ?? bundleSource(entry)
  bundles.set(entry.href, bundle)
  return new Worker(bundle, { ...options, eval: true })
}

function bundleSource(entry: URL): string {
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof Esbuild
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    platform: 'node',
    target: 'node20',
    conditions: ['@signalbox/source'],
    // Has native parts, and is found from the root like everything else that modules look for beside them.
    external: ['better-sqlite3'],
    define: { 'import.meta.url': JSON.stringify(entry.href) },
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}
