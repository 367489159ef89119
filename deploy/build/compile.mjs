import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundlePrograms } from './bundle-programs.mjs'
import { runScript, runStep } from './progress.mjs'
import { workspaces } from './workspaces.mjs'

// Compiles what Node runs into the `dist` of its package or service: programs as bundles, and file by file what the build of
// the web interface reads. Types are not checked here: `make types` does that.

const readByWebBuild = ['packages/contracts', 'packages/api-client']
/** Built from other sources: what browsers are sent, and the agent as one file. */
const kept = new Set(['web', 'artifact'])

await runScript(() => runStep('Compiling the sources', compileAll))

async function compileAll() {
  workspaces()
    .filter((folder) => folder !== join('services', 'web'))
    .forEach(emptyTarget)
  await Promise.all([bundlePrograms(), ...readByWebBuild.map(compileFolder)])
  writeFileSync('services/signalbox/dist/.compiled', '')
}

function emptyTarget(folder) {
  const target = join(folder, 'dist')
  mkdirSync(target, { recursive: true })
  for (const name of readdirSync(target)) {
    if (!kept.has(name)) rmSync(join(target, name), { recursive: true })
  }
}

async function compileFolder(folder) {
  const source = join(folder, 'src')
  await build({
    entryPoints: listSources(source),
    outbase: source,
    outdir: join(folder, 'dist'),
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  })
}

function listSources(directory) {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(directory, name))
}
