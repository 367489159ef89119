import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = join(import.meta.dirname, '..', '..')
// Below the root, so that what stays outside of bundles is found there.
const bundles = join(root, '.cache', 'programs')

/** They have native parts, load files of their own, or are reached into by path; the last only loads sources. */
const unbundled = ['chdb', 'better-sqlite3', 'better-sqlite3-13', 'kafkajs', 'swagger-ui-dist', 'tsx']

/** Modules find files beside them by these: they stay what they are when each module is run by itself. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
      return { contents, loader: 'ts' }
    })
  },
}

const bundled = new Map<string, Promise<string>>()

/**
 * Bundles a TypeScript program for tests that start it as a process: Node starts the bundle in a tenth of the processor
 * time that translating and loading each source takes. Workers that it starts run from their sources, and need the
 * condition `@signalbox/source`.
 * @param source Path of the program.
 * @returns the path of the bundle, which is built once per run.
 */
export function bundleProgram(source: string): Promise<string> {
  const bundle = bundled.get(source) ?? writeBundle(source)
  bundled.set(source, bundle)
  return bundle
}

async function writeBundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@signalbox/source'],
    external: unbundled,
    // Libraries that are CommonJS ask for Node's modules by `require`.
    banner: { js: `import { createRequire as from } from 'node:module'\nconst require = from(import.meta.url)` },
    plugins: [keepPlaces],
    write: false,
  })
  const bundle = join(bundles, `${relative(root, source).replaceAll(/[^a-z-]+/g, '-')}.mjs`)
  await mkdir(bundles, { recursive: true })
  // Atomic: other test runs may be starting the same program.
  await writeFile(`${bundle}.${process.pid}`, outputFiles.map(({ text }) => text).join(''))
  await rename(`${bundle}.${process.pid}`, bundle)
  return bundle
}
