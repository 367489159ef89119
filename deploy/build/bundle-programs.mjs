import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build } from 'esbuild'
import { workspaces } from './workspaces.mjs'

/** Left as they are installed: they have native parts, load files of their own, or are reached into by path. */
export const unbundled = ['chdb', 'better-sqlite3', 'better-sqlite3-13', 'kafkajs', 'swagger-ui-dist']

/** Only sources are run by it. */
const loaderOfSources = 'tsx'
/** What several programs share, below the root of the project. */
const sharedFolder = 'services/signalbox/dist/chunks'
const rootPlaceholder = '__PATH_TO_THE_ROOT__'

/** How programs are written. Libraries that are CommonJS ask for Node's modules by `require`. */
export const programFormat = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['@signalbox/source'],
  banner: {
    js: `import { createRequire as createRequireHere } from 'node:module'\nconst require = createRequireHere(import.meta.url)`,
  },
  logLevel: 'warning',
}

/** @param {string} source Path of a module below `src`. */
const compiledPathOf = (source) => source.split(sep).join('/').replace('/src/', '/dist/').replace(/\.ts$/, '')

/**
 * Bundles each program of a service and each worker that one starts: a start loads a few files instead of some 1,400.
 * They stand where their source has its place in `dist`, and what several need is in `chunks` of the service `signalbox`.
 */
export async function bundlePrograms() {
  const sources = (await Promise.all(workspaces().map(findPrograms))).flat()
  const { outputFiles } = await build({
    entryPoints: sources.map((source) => ({ in: source, out: compiledPathOf(source) })),
    ...programFormat,
    outdir: '.',
    chunkNames: `${sharedFolder}/[name]-[hash]`,
    external: [...unbundled, loaderOfSources],
    plugins: [keepPlaces],
    write: false,
  })
  await Promise.all(outputFiles.map(writeOutput))
}

/** @param {string} folder */
async function findPrograms(folder) {
  if (folder === join('services', 'web')) return []
  const names = await readdir(join(folder, 'src'), { recursive: true })
  return names.filter(isProgram).map((name) => join(folder, 'src', name))
}

/** @param {string} path */
function isProgram(path) {
  return /(?:^|[/\\])(?:main|[a-z-]+-worker|[a-z-]+-child)\.ts$/.test(path) && !path.endsWith('start-worker.ts')
}

/** Modules find files beside them by `import.meta.url`: it stays what it is when a module has a file of its own. */
const keepPlaces = {
  name: 'keep-places',
  setup(bundler) {
    bundler.onLoad({ filter: /[/\\](?:packages|services)[/\\][^/\\]+[/\\]src[/\\].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const place = `${compiledPathOf(relative('.', path))}.js`
      const url = `new URL(${JSON.stringify(place)}, new URL(${rootPlaceholder}, import.meta.url)).href`
      return { contents: text.replaceAll('import.meta.url', `(${url})`), loader: 'ts' }
    })
  },
}

/** @param {import('esbuild').OutputFile} file */
async function writeOutput({ path, text }) {
  const toRoot = relative(dirname(path), resolve('.')).split(sep).join('/')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text.replaceAll(rootPlaceholder, JSON.stringify(`${toRoot}/`)))
}
